import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useCallback } from 'react';
import type { Site } from '../parties/parties';
import type { BillingConfig } from './queries';

/** How a config is called, which has no name: its producers, its price and its start. */
export function useConfigName(sites: readonly Site[]): (config: BillingConfig) => string {
  const t = useT();
  const formats = useFormats();
  return useCallback(
    ({ producers, sellingPriceMicroEuro, startDate }) => {
      const [first] = producers;
      const name = sites.find(({ id }) => id === first)?.name ?? t('formats.none');
      return t('legacyBilling.config.name', {
        producers:
          producers.length > 1 ? t('legacyBilling.andOthers', { name, smart_count: producers.length - 1 }) : name,
        price: formats.price(sellingPriceMicroEuro, 'kWh'),
        start: formats.day(startDate),
      });
    },
    [sites, t, formats],
  );
}
