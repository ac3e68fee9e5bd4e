import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useT } from '@openpmo/ui/i18n/context';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { useOperation } from '../../api/operations';
import { useCan } from '../../api/session';
import { Can } from '../../design/Can';
import { Held } from '../../design/Held';
import { Page } from '../../design/Page';
import { type PmoField, pmoFields } from '../setup/pmoFields';
import { useOperationSetup } from '../setup/queries';
import { Completeness } from './Completeness';
import { Extent } from './Extent';
import { TeamPanel } from './TeamPanel';
import { ThemeEditor } from './ThemeEditor';

const PmoDialog = lazy(async () => ({ default: (await import('../setup/PmoDialog')).PmoDialog }));
const PositionDialog = lazy(async () => ({ default: (await import('./PositionDialog')).PositionDialog }));

/** Who runs the operation, how the operation shows itself, and the way to change both. */
export function OperationPage() {
  const t = useT();
  const can = useCan();
  const operation = useOperation();
  const [editing, setEditing] = useState<'pmo' | 'position' | PmoField>();
  const setup = useOperationSetup(operation.id, can('operation:update'));
  const close = () => setEditing(undefined);
  return (
    <Page
      title={t('shell.nav.operation')}
      subtitle={t('setup.pmo.subtitle')}
      actions={
        <Can permission="audit:read">
          <Button component={Link} to={`/pmo/operations/${operation.id}/history`} color="inherit" variant="outlined">
            {t('setup.pmo.journal')}
          </Button>
        </Can>
      }
    >
      <Stack spacing={2}>
        {setup.data?.lacks && <Completeness setup={setup.data} onFill={setEditing} />}
        <Held until={!setup.isLoading}>
          <Stack spacing={2}>
            <Card component="section" aria-labelledby="pmo" sx={{ p: 2 }}>
              <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap', justifyContent: 'space-between', mb: 2 }}>
                <Typography id="pmo" variant="h2">
                  {t('setup.pmo.page')}
                </Typography>
                <Can permission="operation:update">
                  <Button variant="contained" onClick={() => setEditing('pmo')}>
                    {t('setup.pmo.change')}
                  </Button>
                </Can>
              </Stack>
              <Box
                component="dl"
                sx={{
                  m: 0,
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
              </Box>
            </Card>
            {can('participant:read') && <Extent operationId={operation.id} />}
            {can('member:read') && <TeamPanel operationId={operation.id} />}
            {can('theme:update') && <ThemeEditor key={operation.id} operation={operation} />}
          </Stack>
        </Held>
      </Stack>
      {editing && (
        <Suspense fallback={null}>
          {editing === 'position' ? (
            <PositionDialog operation={operation} onClose={close} />
          ) : (
            <PmoDialog operation={operation} only={editing === 'pmo' ? undefined : editing} onClose={close} />
          )}
        </Suspense>
      )}
    </Page>
  );
}
