import { useT } from '@openpmo/ui/i18n/context';
import { Edit, SaveButton, SimpleForm, Toolbar } from 'react-admin';
import { PageTitle } from '../../parts/PageTitle';
import { PriceRangeFields } from './PriceRangeFields';

/** A range that was typed wrong. */
export function PriceRangeEdit() {
  const t = useT();
  return (
    <Edit title={<PageTitle title={t('admin.priceRange.edit')} />} redirect="list" mutationMode="pessimistic">
      <SimpleForm
        warnWhenUnsavedChanges
        sx={{ maxWidth: 640 }}
        toolbar={
          <Toolbar>
            <SaveButton />
          </Toolbar>
        }
      >
        <PriceRangeFields />
      </SimpleForm>
    </Edit>
  );
}
