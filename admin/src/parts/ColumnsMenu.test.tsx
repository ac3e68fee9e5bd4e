import { fireEvent, render, screen, within } from '@testing-library/react';
import axe from 'axe-core';
import { AdminContext, memoryStore, ResourceContextProvider } from 'react-admin';
import { describe, expect, it } from 'vitest';
import { ColumnsMenu } from './ColumnsMenu';

const columns = [{ source: 'email' }, { source: 'lastname', label: 'Nom' }, { source: 'role' }];

function open() {
  const store = memoryStore();
  render(
    <AdminContext store={store}>
      <ResourceContextProvider value="users">
        <ColumnsMenu columns={columns} />
      </ResourceContextProvider>
    </AdminContext>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'ra.action.select_columns' }));
  return { store, menu: screen.getByRole('dialog', { name: 'ra.action.select_columns' }) };
}

const names = (menu: HTMLElement) =>
  within(menu)
    .getAllByRole('checkbox')
    .map((box) => box.closest('label')?.textContent);

describe('ColumnsMenu', () => {
  it('nests nothing that is pressed in something that is', async () => {
    const { menu } = open();
    const { violations } = await axe.run(menu, {
      rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
    });
    expect(violations.map(({ id }) => id)).toEqual([]);
    expect(menu.querySelectorAll('[role=option], [role=menuitem]')).toHaveLength(0);
  });

  it('hides a column where the table reads it, and all come back', () => {
    const { store, menu } = open();
    fireEvent.click(within(menu).getByRole('checkbox', { name: 'Nom' }));
    expect(store.getItem('users.datatable')).toEqual(['lastname']);
    fireEvent.click(within(menu).getByRole('button', { name: 'ra.action.reset' }));
    expect(store.getItem('users.datatable')).toEqual([]);
  });

  it('moves a column by keys', () => {
    const { store, menu } = open();
    expect(
      within(menu).getByRole('button', { name: 'ra.action.move_down : resources.users.fields.role' }),
    ).toBeDisabled();
    fireEvent.click(within(menu).getByRole('button', { name: 'ra.action.move_up : resources.users.fields.role' }));
    expect(store.getItem('users.datatable_columnRanks')).toEqual([0, 2, 1]);
    expect(names(menu)).toEqual(['resources.users.fields.email', 'resources.users.fields.role', 'Nom']);
  });
});
