import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useT } from '@openpmo/ui/i18n/context';
import { Page } from '../../design/Page';
import { useOwnSitesHere } from '../dashboard/own/useOwnSitesHere';
import { OwnRights } from '../rights/OwnRights';
import { ExportForm } from './ExportForm';
import { ExportsList } from './ExportsList';

/** What a participant may do with its own data: take it away, say what it agrees to, ask. */
export function MyRightsPage() {
  const t = useT();
  const { own } = useOwnSitesHere(null, undefined);
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
        {own.map((site) => (
          <OwnRights key={site.id} site={site} named={own.length > 1} />
        ))}
        <Card>
          <CardContent>
            <Typography variant="h2" gutterBottom>
              {t('rights.who.title')}
            </Typography>
            <Stack component="ul" spacing={1} sx={{ m: 0, pl: 2.5 }}>
              {(['you', 'organizer', 'observers', 'others', 'trail'] as const).map((who) => (
                <li key={who}>{t(`rights.who.${who}`)}</li>
              ))}
            </Stack>
          </CardContent>
        </Card>
      </Stack>
    </Page>
  );
}
