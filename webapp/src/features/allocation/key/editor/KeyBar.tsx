import Card from '@mui/material/Card';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useSearchParams } from 'react-router';
import { StatusChip } from '../../../../design/StatusChip';
import { DraftMenu } from '../drafts/DraftMenu';
import { draftParam, type Keys, seasonParam, type Target } from '../target';
import { KeyDay } from './KeyDay';
import type { KeyEditor } from './useKeyEditor';

/** Which key the page shows: since when it holds, by whom and why; and the others there are. */
export function KeyBar({ target, keys, editor }: { target: Target; keys: Keys; editor: KeyEditor }) {
  const t = useT();
  const { base } = target;
  return (
    <Card sx={{ p: 2, mb: 2, display: 'flex', gap: 2, flexWrap: 'wrap', alignItems: 'center' }}>
      <Stack sx={{ flex: '1 1 260px', minWidth: 0, gap: 0.25 }}>
        <Stack direction="row" sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
          <Typography variant="h2" sx={{ overflowWrap: 'anywhere' }}>
            {target.kind === 'draft'
              ? target.base.name || t('allocation.draft.unnamed')
              : base && t(`enums.AllocationAlgorithm.${base.type}`)}
          </Typography>
          {base && <StatusChip kind="AllocationConfigStatus" status={base.status} />}
        </Stack>
        <Origin target={target} />
      </Stack>
      {editor.change && <KeyDay editor={editor} />}
      <KeyChoice target={target} keys={keys} />
      {target.kind === 'draft' && <DraftMenu draft={target.base} />}
    </Card>
  );
}

function Origin({ target }: { target: Target }) {
  const t = useT();
  const formats = useFormats();
  const { base } = target;
  if (!base) return null;
  const words = [
    target.kind === 'draft'
      ? t('allocation.draft.since', { date: formats.instant(base.createdAt, 'medium') })
      : base.effectiveDate
        ? t('allocation.version.since', { number: base.version, date: formats.day(base.effectiveDate, 'medium') })
        : t('allocation.version.beginning', { number: base.version }),
    ...(base.effectiveDate && target.kind === 'draft'
      ? [t('allocation.draft.planned', { date: formats.day(base.effectiveDate, 'medium') })]
      : []),
    ...(base.createdBy ? [base.createdBy] : []),
    ...(base.reason ? [t('allocation.quoted', { text: base.reason })] : []),
  ];
  return (
    <>
      <Typography color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
        {words.join(' · ')}
      </Typography>
      {target.kind === 'version' && target.season !== (base.season ?? '') && (
        <Typography color="textSecondary">{t('allocation.season.yearly', { season: target.season })}</Typography>
      )}
    </>
  );
}

/** Only where there is more than one key. */
function KeyChoice({ target, keys }: { target: Target; keys: Keys }) {
  const t = useT();
  const [, setParams] = useSearchParams();
  if (keys.seasons.length + keys.drafts.length === 0) return null;
  const choose = (value: string) =>
    setParams((params) => {
      params.delete(draftParam);
      params.delete(seasonParam);
      const [kind, ...rest] = value.split(':');
      params.set(kind === 'draft' ? draftParam : seasonParam, rest.join(':'));
      return params;
    });
  // Where every season has its own key, one for the whole year would hold on no day.
  const year = keys.seasons.length === 0 || keys.seasons.some(({ configId }) => !configId);
  const value = target.kind === 'draft' ? `draft:${target.base.id}` : `season:${target.season}`;
  return (
    <TextField
      select
      className="no-print"
      label={t('allocation.key.choose')}
      value={value}
      onChange={(event) => choose(event.target.value)}
      sx={{ width: { xs: '100%', sm: 280 } }}
    >
      {(year || value === 'season:') && <MenuItem value="season:">{t('allocation.key.year')}</MenuItem>}
      {keys.seasons.map(({ name }) => (
        <MenuItem key={name} value={`season:${name}`}>
          {t('allocation.key.season', { name })}
        </MenuItem>
      ))}
      {keys.drafts.map(({ id, name }) => (
        <MenuItem key={id} value={`draft:${id}`}>
          {t('allocation.key.draft', { name: name || t('allocation.draft.unnamed') })}
        </MenuItem>
      ))}
    </TextField>
  );
}
