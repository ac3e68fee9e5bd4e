import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useT } from '@openpmo/ui/i18n/context';
import { Page } from '../../design/Page';
import { ExportForm } from './ExportForm';
import { ExportsList } from './ExportsList';

/** Files of the sites of an operation and of what was measured there (specification section 5). */
export function ExportsPage() {
  const t = useT();
  return (
    <Page title={t('exports.title')} subtitle={t('exports.subtitle')}>
      <Stack spacing={3}>
        <Card>
          <CardContent>
            <Typography variant="h2" gutterBottom>
              {t('exports.new')}
            </Typography>
            <ExportForm />
          </CardContent>
        </Card>
        <div>
          <Typography variant="h2" gutterBottom>
            {t('exports.list')}
          </Typography>
          <ExportsList />
        </div>
      </Stack>
    </Page>
  );
}
