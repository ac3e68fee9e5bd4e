import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { OperationContext } from '../api/operations';
import { renderPage, someSession } from '../test/render';
import { Mend } from './Mend';

const id = '0199b0aa-0000-7000-8000-000000000010';

function show(problem: Parameters<typeof Mend>[0]['problem'], policy: string[], inOperation = true) {
  const mend = <Mend problem={problem} />;
  const operation = { id, name: 'Val' } as never;
  renderPage(inOperation ? <OperationContext value={operation}>{mend}</OperationContext> : mend, {
    session: someSession({ policy }),
  });
}

describe('the button that mends', () => {
  const rejected = {
    key: 'subscription.rejected',
    errors: [
      { key: 'subscription.clientMissing', detail: '' },
      { key: 'subscription.clientMissing', detail: '' },
      { key: 'subscription.overlap', detail: '' },
    ],
  };

  it('stands once for each place that mends something', () => {
    show(rejected, ['billingSubscriptions:visit']);
    expect(screen.getByRole('link')).toHaveAttribute('href', `/pmo/operations/${id}/billing/subscriptions?tab=clients`);
  });

  it('is not there for who may not go, nor outside of an operation', () => {
    show(rejected, []);
    show(rejected, ['billingSubscriptions:visit'], false);
    expect(screen.queryByRole('link')).toBeNull();
  });
});
