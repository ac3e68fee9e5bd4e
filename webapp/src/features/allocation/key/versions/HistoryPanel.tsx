import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { Link as RouterLink } from 'react-router';
import { DraftMenu } from '../drafts/DraftMenu';
import type { Config } from '../key';
import { draftParam, type Keys } from '../target';
import { VersionCard } from './VersionCard';

interface HistoryPanelProps {
  keys: Keys;
  names: ReadonlyMap<string, string>;
}

/** Every version of the key with what changed, and the drafts of keys to come. */
export function HistoryPanel({ keys, names }: HistoryPanelProps) {
  const t = useT();
  const { drafts, versions } = keys;
  return (
    <Stack spacing={3}>
      <Box component="section" aria-labelledby="drafts-title">
        <Typography variant="h2" id="drafts-title" sx={{ mb: 1 }}>
          {t('allocation.draft.title')}
        </Typography>
        {drafts.length === 0 ? (
          <Typography color="textSecondary">{t('allocation.draft.none')}</Typography>
        ) : (
          <Card component="ul" sx={{ m: 0, p: 0 }}>
            {drafts.map((draft) => (
              <DraftRow key={draft.id} draft={draft} />
            ))}
          </Card>
        )}
      </Box>
      <Box component="section" aria-labelledby="versions-title">
        <Typography variant="h2" id="versions-title" sx={{ mb: 1 }}>
          {t('allocation.version.title')}
        </Typography>
        <Stack component="ol" spacing={1.5} sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {versions.map((version) => (
            <VersionCard key={version.id} version={version} versions={versions} names={names} />
          ))}
        </Stack>
      </Box>
    </Stack>
  );
}

function DraftRow({ draft }: { draft: Config }) {
  const t = useT();
  const formats = useFormats();
  const words = [
    t(`enums.AllocationAlgorithm.${draft.type}`),
    ...(draft.season ? [t('allocation.key.season', { name: draft.season })] : []),
    t('allocation.draft.since', { date: formats.instant(draft.createdAt, 'medium') }),
    ...(draft.createdBy ? [draft.createdBy] : []),
  ];
  return (
    <Stack
      component="li"
      direction="row"
      sx={{ listStyle: 'none', gap: 1, px: 2, py: 1, alignItems: 'center', borderBottom: 1, borderColor: 'divider' }}
    >
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Link
          component={RouterLink}
          to={{ search: `?${new URLSearchParams({ [draftParam]: draft.id })}` }}
          sx={{ fontWeight: 600, overflowWrap: 'anywhere', display: 'inline-block', py: 0.25 }}
        >
          {draft.name || t('allocation.draft.unnamed')}
        </Link>
        <Typography variant="body2" color="textSecondary">
          {words.join(' · ')}
        </Typography>
      </Box>
      <DraftMenu draft={draft} />
    </Stack>
  );
}
