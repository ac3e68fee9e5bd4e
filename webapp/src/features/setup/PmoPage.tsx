import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useT } from '@openpmo/ui/i18n/context';
import { lazy, Suspense, useState } from 'react';
import { useOperation } from '../../api/operations';
import { Can } from '../../design/Can';
import { Page } from '../../design/Page';
import { pmoFields } from './pmoFields';

const PmoDialog = lazy(async () => ({ default: (await import('./PmoDialog')).PmoDialog }));

/** Who runs the operation, and the way to change it. */
export function PmoPage() {
  const t = useT();
  const operation = useOperation();
  const [editing, setEditing] = useState(false);
  return (
    <Page
      title={t('setup.pmo.page')}
      subtitle={t('setup.pmo.subtitle')}
      actions={
        <Can permission="operation:update">
          <Button variant="contained" onClick={() => setEditing(true)}>
            {t('setup.pmo.change')}
          </Button>
        </Can>
      }
    >
      <Card
        component="dl"
        sx={{
          m: 0,
          p: 2,
          display: 'grid',
          gap: 2,
          gridTemplateColumns: 'repeat(auto-fill, minmax(min(260px, 100%), 1fr))',
        }}
      >
        {pmoFields.map((name) => (
          <Box key={name} sx={{ minWidth: 0 }}>
            <Typography component="dt" variant="body2" color="textSecondary">
              {t(`setup.pmo.${name}`)}
            </Typography>
            <Typography component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
              {operation.interlocutor?.[name] || t('formats.none')}
            </Typography>
          </Box>
        ))}
      </Card>
      {editing && (
        <Suspense fallback={null}>
          <PmoDialog operation={operation} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </Page>
  );
}
