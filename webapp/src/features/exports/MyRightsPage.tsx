import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useT } from '@openpmo/ui/i18n/context';
import { Page } from '../../design/Page';
import { ExportForm } from './ExportForm';
import { ExportsList } from './ExportsList';

/** What a participant may do with its own data. */
export function MyRightsPage() {
  const t = useT();
  return (
    <Page title={t('exports.rightsTitle')}>
      <Stack spacing={3}>
        <Card>
          <CardContent>
            <Typography variant="h2" gutterBottom>
              {t('exports.own.title')}
            </Typography>
            <Typography color="textSecondary" gutterBottom>
              {t('exports.own.advice')}
            </Typography>
            <ExportForm all />
          </CardContent>
        </Card>
        <ExportsList />
      </Stack>
    </Page>
  );
}
