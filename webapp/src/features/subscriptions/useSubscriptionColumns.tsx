import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useCallback, useMemo } from 'react';
import type { Column } from '../../design/DataTable';
import { Tag, type TagTone } from '../../design/Tag';
import { ThingLink } from '../../design/ThingLink';
import type { Subscription } from './queries';
import { type State, stateOf, states } from './subscriptions';

const tones: Record<State, TagTone> = {
  active: 'success',
  upcoming: 'info',
  ended: 'plain',
};

/** "Consumer · Producer", or the consumer alone. */
export function usePairName(): (pair: { consumerName?: string; producerName?: string }) => string {
  const t = useT();
  return useCallback(
    ({ consumerName, producerName }) =>
      producerName
        ? t('subscriptions.pair', { consumer: consumerName ?? '', producer: producerName })
        : (consumerName ?? ''),
    [t],
  );
}

/** The columns of the table of subscriptions. */
export function useSubscriptionColumns(): Column<Subscription>[] {
  const t = useT();
  const formats = useFormats();
  return useMemo((): Column<Subscription>[] => {
    const day = (value: string | undefined) => (value ? formats.day(value) : t('formats.none'));
    const seller = ({ producerName }: Subscription) => producerName ?? t('subscriptions.byOperation');
    return [
      {
        id: 'consumer',
        header: t('enums.EnergyType.consumer'),
        width: 'minmax(130px, 1.4fr)',
        cell: ({ consumerId, consumerName }) => (
          <ThingLink thing="site" id={consumerId}>
            {consumerName}
          </ThingLink>
        ),
        file: { as: 'text', of: ({ consumerName }) => consumerName },
        sortValue: (one) => `${one.consumerName} ${seller(one)} ${one.startDate}`,
      },
      {
        id: 'producer',
        header: t('enums.EnergyType.producer'),
        width: 'minmax(120px, 1.6fr)',
        cell: (one) => (
          <ThingLink thing="site" id={one.producerId}>
            {seller(one)}
          </ThingLink>
        ),
        file: { as: 'text', of: seller },
        sortValue: seller,
      },
      {
        id: 'plan',
        header: t('subscriptions.column.plan'),
        width: 'minmax(110px, 0.9fr)',
        cell: ({ plan }) => (
          <ThingLink thing="plan" id={plan.id}>
            {plan.name}
          </ThingLink>
        ),
        file: { as: 'text', of: ({ plan }) => plan.name },
        sortValue: ({ plan }) => plan.name,
        hideBelow: 'sm',
      },
      {
        id: 'start',
        header: t('subscriptions.column.start'),
        width: '112px',
        cell: ({ startDate }) => day(startDate),
        sortValue: ({ startDate }) => startDate,
        file: { as: 'day', of: ({ startDate }) => startDate },
        hideBelow: 'md',
      },
      {
        id: 'end',
        header: t('subscriptions.column.end'),
        width: '112px',
        cell: ({ endDate }) => day(endDate),
        sortValue: ({ endDate }) => endDate,
        file: { as: 'day', of: ({ endDate }) => endDate },
        hideBelow: 'lg',
      },
      {
        id: 'state',
        header: t('subscriptions.column.state'),
        width: '112px',
        cell: (one) => {
          const state = stateOf(one);
          return <Tag tone={tones[state]}>{t(`subscriptions.state.${state}`)}</Tag>;
        },
        sortValue: (one) => states.indexOf(stateOf(one)),
        file: { as: 'text', of: (one) => t(`subscriptions.state.${stateOf(one)}`) },
        hideBelow: 'sm',
      },
      {
        id: 'invoicedUntil',
        header: t('subscriptions.column.invoicedUntil'),
        width: '148px',
        cell: ({ invoicedUntil }) => day(invoicedUntil),
        sortValue: ({ invoicedUntil }) => invoicedUntil,
        file: { as: 'day', of: ({ invoicedUntil }) => invoicedUntil },
        hideBelow: 'md',
        card: 'none',
      },
    ];
  }, [t, formats]);
}
