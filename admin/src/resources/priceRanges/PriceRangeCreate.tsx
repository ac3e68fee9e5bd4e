import { useT } from '@openpmo/ui/i18n/context';
import { Create, SimpleForm } from 'react-admin';
import { PageTitle } from '../../parts/PageTitle';
import { PriceRangeFields } from './PriceRangeFields';

/** Where prices are usual from a day on. */
export function PriceRangeCreate() {
  const t = useT();
  return (
    <Create title={<PageTitle title={t('admin.priceRange.new')} />} redirect="list">
      <SimpleForm warnWhenUnsavedChanges sx={{ maxWidth: 640 }} defaultValues={{ country: 'FR' }}>
        <PriceRangeFields />
      </SimpleForm>
    </Create>
  );
}
