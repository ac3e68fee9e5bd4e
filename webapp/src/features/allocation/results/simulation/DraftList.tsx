import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useId, useState } from 'react';
import { Can } from '../../../../design/Can';
import { useRefusalTexts } from '../../../../design/useProblemText';
import { DraftMenu } from '../../key/drafts/DraftMenu';
import type { Config } from '../../key/key';
import { useAddress } from '../useAddress';
import { PublishDialog } from './PublishDialog';

/** Keys that are prepared and hold on no day: to try, to put in force, to forget. */
export function DraftList({ drafts }: { drafts: readonly Config[] }) {
  useRefusalTexts();
  const t = useT();
  const id = useId();
  const [publishing, setPublishing] = useState<Config>();
  return (
    <Card component="section" aria-labelledby={id} sx={{ p: 2 }}>
      <Typography id={id} variant="h2">
        {t('allocation.draft.title', { smart_count: drafts.length })}
      </Typography>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {drafts.map((draft) => (
          <DraftRow key={draft.id} draft={draft} onPublish={() => setPublishing(draft)} />
        ))}
      </Box>
      {publishing && <PublishDialog draft={publishing} onClose={() => setPublishing(undefined)} />}
    </Card>
  );
}

function DraftRow({ draft, onPublish }: { draft: Config; onPublish: () => void }) {
  const t = useT();
  const formats = useFormats();
  const [, change] = useAddress();
  const name = draft.name || t('allocation.draft.unnamed');
  const words = [
    t(`enums.AllocationAlgorithm.${draft.type}`),
    ...(draft.season ? [t('allocation.key.season', { name: draft.season })] : []),
    t('allocation.draft.since', { date: formats.day(formats.dayOf(draft.createdAt), 'medium') }),
    ...(draft.effectiveDate
      ? [t('allocation.draft.planned', { date: formats.day(draft.effectiveDate, 'medium') })]
      : []),
    ...(draft.createdBy ? [draft.createdBy] : []),
  ];
  return (
    <Stack
      component="li"
      direction="row"
      sx={{ gap: 1, py: 1, flexWrap: 'wrap', alignItems: 'center', '& + li': { borderTop: 1, borderColor: 'divider' } }}
    >
      <Box sx={{ flex: '1 1 200px', minWidth: 0 }}>
        <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{name}</Typography>
        <Typography variant="body2" color="textSecondary">
          {words.join(' · ')}
        </Typography>
      </Box>
      <Button
        size="small"
        color="inherit"
        className="no-print"
        aria-label={t('distribution.draft.tryOf', { name })}
        onClick={() => change({ tab: 'simulation', key: draft.id }, { replace: false })}
      >
        {t('distribution.draft.try')}
      </Button>
      <Can permission="key:update">
        <Button
          size="small"
          variant="outlined"
          color="inherit"
          className="no-print"
          aria-label={t('distribution.draft.publishOf', { name })}
          onClick={onPublish}
        >
          {t('allocation.save.publish')}
        </Button>
      </Can>
      <DraftMenu draft={draft} />
    </Stack>
  );
}
