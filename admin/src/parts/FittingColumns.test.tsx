import { render } from '@testing-library/react';
import { AdminContext, ListContextProvider, type ListControllerResult, ResourceContextProvider } from 'react-admin';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { FittingColumns, type GivingColumn } from './FittingColumns';

const columns: GivingColumn[] = [
  { source: 'name' },
  { source: 'billingPeriodEnd', hideBelow: 'sm' },
  { source: 'operationName', hideBelow: 'md' },
  { source: 'document', hideBelow: 'sm' },
  { source: 'entry', hideBelow: 'lg' },
  { source: 'exit', hideBelow: 'lg' },
];
const each = 100;

/** Each column that is left takes as much as any other. */
function roomOf(width: number) {
  const gone = (element: HTMLElement) => element.parentElement?.dataset.leftOut?.split(' ').filter(Boolean).length ?? 0;
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(width);
  vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockImplementation(function (this: HTMLElement) {
    return Math.max(width, (columns.length - gone(this)) * each);
  });
}

const list = (data: object[]) => (
  <AdminContext>
    <ResourceContextProvider value="bills">
      <ListContextProvider value={{ data } as ListControllerResult}>
        <FittingColumns columns={columns}>
          <div className="RaDataTable-tableWrapper" />
        </FittingColumns>
      </ListContextProvider>
    </ResourceContextProvider>
  </AdminContext>
);

const leftOut = (container: HTMLElement) => container.querySelector<HTMLElement>('[data-left-out]')?.dataset.leftOut;

describe('FittingColumns', () => {
  afterEach(() => vi.restoreAllMocks());

  it.each([
    [700, ''],
    [600, ''],
    [599, 'exit'],
    [400, 'exit entry'],
    [300, 'exit entry operationName'],
    [299, 'exit entry operationName document'],
    [50, 'exit entry operationName document billingPeriodEnd'],
  ])(
    'leaves out as few columns as there must be for %i pixels, from the right of those that go first',
    (width, out) => {
      roomOf(width);
      expect(leftOut(render(list([])).container)).toBe(out);
    },
  );

  it('has columns again where other rows need less room', () => {
    roomOf(400);
    const { container, rerender } = render(list([{ id: 1 }]));
    expect(leftOut(container)).toBe('exit entry');
    roomOf(600);
    rerender(list([{ id: 2 }]));
    expect(leftOut(container)).toBe('');
  });
});
