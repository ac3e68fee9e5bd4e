import PendingActionsOutlined from '@mui/icons-material/PendingActionsOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import MuiLink from '@mui/material/Link';
import Popover from '@mui/material/Popover';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useState } from 'react';
import { Link } from 'react-router';
import { useOperations } from '../../api/operations';
import { useSession } from '../../api/session';
import { TaskProgress } from '../../design/TaskProgress';
import { jobPath, jobWords } from './jobPath';
import { useOwnJobs } from './queries';

/** What one has asked for and the server still does, or has done today, whatever page is open. */
export function JobTray() {
  const t = useT();
  const formats = useFormats();
  const { data: jobs = [] } = useOwnJobs();
  const { data: operations = [] } = useOperations(useSession());
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  if (jobs.length === 0) return null;
  const live = jobs.filter(({ status }) => status === 'PENDING').length;
  const nameOf = (operationId: string) => operations.find(({ id }) => id === operationId)?.name;
  return (
    <>
      <IconButton
        aria-label={t(live > 0 ? 'jobs.live' : 'jobs.title', { smart_count: live })}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        color={live > 0 ? 'primary' : 'default'}
        sx={{ position: 'relative' }}
      >
        <PendingActionsOutlined />
        {live > 0 && (
          <Box component="span" aria-hidden sx={count}>
            {live}
          </Box>
        )}
      </IconButton>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{
          paper: {
            variant: 'outlined',
            role: 'dialog',
            'aria-label': t('jobs.title'),
            sx: { width: 'min(420px, calc(100vw - 32px))' },
          },
        }}
      >
        <Typography variant="h2" sx={{ px: 2, pt: 2 }}>
          {t('jobs.title')}
        </Typography>
        <Stack component="ul" spacing={2} sx={{ listStyle: 'none', m: 0, p: 2 }}>
          {jobs.map((job) => (
            <li key={job.id}>
              <TaskProgress label={t(jobWords(job.kind))} status={job.status} progress={job.progress}>
                <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', justifyContent: 'space-between' }}>
                  <Typography variant="body2" color="textSecondary">
                    {[nameOf(job.operationId), formats.instant(job.createdAt)].filter(Boolean).join(' · ')}
                  </Typography>
                  <MuiLink component={Link} to={jobPath(job)} onClick={() => setAnchor(null)} variant="body2">
                    {t('jobs.open')}
                  </MuiLink>
                </Stack>
              </TaskProgress>
            </li>
          ))}
        </Stack>
      </Popover>
    </>
  );
}

const count = {
  position: 'absolute',
  top: 2,
  right: 2,
  minWidth: 18,
  height: 18,
  px: 0.5,
  borderRadius: 9,
  fontSize: '0.6875rem',
  fontWeight: 700,
  lineHeight: '18px',
  bgcolor: 'primary.main',
  color: 'primary.contrastText',
};
