import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useT } from '@openpmo/ui/i18n/context';
import { CollectableList } from './CollectableList';
import { CollectionList } from './CollectionList';

/** What waits for its collection, and who exported what and when. */
export function CollectionsPanel() {
  const t = useT();
  return (
    <Stack sx={{ gap: 4 }}>
      <div>
        <Typography variant="h2" sx={{ mb: 1.5 }}>
          {t('payments.due.title')}
        </Typography>
        <CollectableList />
      </div>
      <div>
        <Typography variant="h2" sx={{ mb: 1.5 }}>
          {t('payments.collection.title')}
        </Typography>
        <CollectionList />
      </div>
    </Stack>
  );
}
