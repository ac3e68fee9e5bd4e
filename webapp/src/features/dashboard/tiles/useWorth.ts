import type { Schemas } from '@openpmo/sdk';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import type { Operation } from '../../../api/operations';
import { useCan } from '../../../api/session';
import type { DayRange } from '../../../design/period';
import { useLocalValue } from '../queries';
import type { Viewpoint } from '../viewpoint/viewpoint';

/** Money beside an energy: in few words below the figure, and how it is made for who asks. */
export interface Worth {
  note: string;
  help: string;
}

/**
 * What local energy comes to, where there are subscriptions and one may know of money; not where one looks at
 * the energy of one producer alone.
 */
export function useWorth(view: Viewpoint, operation: Operation, period: DayRange): Worth | undefined {
  const can = useCan();
  const asks =
    operation.features.includes('billCheck') &&
    ((view.kind === 'operation' && can('finance:read')) ||
      (view.kind === 'consumer' && view.producerId === undefined && can('economy:read')));
  const value = useLocalValue(view, period, asks);
  const words = useWorthWords();
  return asks && value.data && !value.isError ? words(value.data) : undefined;
}

function useWorthWords() {
  const t = useT();
  const formats = useFormats();
  return (value: Schemas['LocalValue']): Worth | undefined => {
    const { localCents, fixedCents = 0, taxIncluded, lacks } = value;
    if (localCents === undefined) return undefined;
    const days = lacks.reduce((sum, { daysNumber }) => sum + daysNumber, 0);
    return {
      note: t(taxIncluded ? 'dashboard.tile.worthTaxed' : 'dashboard.tile.worth', {
        amount: formats.money(localCents),
      }),
      help: [
        t('dashboard.tile.worthHelp', { amount: formats.money(localCents), fixed: formats.money(fixedCents) }),
        ...(days > 0 ? [t('dashboard.tile.worthLacks', { smart_count: days })] : []),
      ].join(' '),
    };
  };
}
