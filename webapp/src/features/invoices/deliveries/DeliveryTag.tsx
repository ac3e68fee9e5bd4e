import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useCallback } from 'react';
import { Tag, type TagTone } from '../../../design/Tag';
import type { Invoice } from '../queries';
import { byHand } from './queries';

const tones: Record<NonNullable<Invoice['delivery']>['state'], TagTone> = {
  WAITING: 'info',
  SENT: 'success',
  TRANSMITTED: 'success',
  PRINTED: 'success',
  FAILED: 'error',
  UNKNOWN: 'plain',
};

/** Where an issued invoice is on its way, in words. */
export function useWhereabouts(): (invoice: Invoice) => string | undefined {
  const t = useT();
  return useCallback(
    (invoice) => {
      const { number, status, delivery } = invoice;
      if (delivery?.state === 'WAITING' && delivery.channel !== 'MAIL' && !byHand(invoice))
        return t('invoices.send.atPlatform');
      if (delivery?.state === 'WAITING') return t(`invoices.send.waiting.${delivery.channel ?? 'MAIL'}`);
      if (delivery) return t(`enums.DeliveryState.${delivery.state}`);
      return number && status !== 'CANCELLED' ? t('invoices.send.never') : undefined;
    },
    [t],
  );
}

/** The same as a chip, with the channel and since when. */
export function DeliveryTag({ invoice }: { invoice: Invoice }) {
  const t = useT();
  const formats = useFormats();
  const words = useWhereabouts()(invoice);
  const { delivery } = invoice;
  if (!words) return t('formats.none');
  if (!delivery) return <Tag tone="warning">{words}</Tag>;
  const tip = [delivery.channel && t(`enums.InvoiceChannel.${delivery.channel}`), formats.instant(delivery.at)]
    .filter(Boolean)
    .join(', ');
  return (
    <Tag tone={tones[delivery.state]} tip={tip}>
      {words}
    </Tag>
  );
}
