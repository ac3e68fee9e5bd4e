import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useSearchParams } from 'react-router';
import { useOperation } from '../../../../api/operations';
import { useCan } from '../../../../api/session';
import { RowMenu } from '../../../../design/RowMenu';
import { StatusChip } from '../../../../design/StatusChip';
import { notify } from '../../../../design/snackbars';
import { useErrorText } from '../../../../design/useProblemText';
import { type Config, editedKey, keyBody } from '../key';
import { useCreateConfig } from '../queries';
import { draftParam, versionBefore } from '../target';
import { DifferenceList } from './DifferenceList';
import { differencesOf } from './differences';

interface VersionCardProps {
  version: Config;
  versions: readonly Config[];
  names: ReadonlyMap<string, string>;
}

/** One version: from when, by whom, why, and what it changed. */
export function VersionCard({ version, versions, names }: VersionCardProps) {
  const t = useT();
  const formats = useFormats();
  const before = versionBefore(version, versions);
  const title = t('allocation.version.number', { number: version.version });
  return (
    <Card component="li" className="print-whole" sx={{ p: 2 }}>
      <Stack direction="row" sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography variant="h3">{title}</Typography>
        <StatusChip kind="AllocationConfigStatus" status={version.status} />
        {version.season && <Chip size="small" label={version.season} />}
        <Typography color="textSecondary" sx={{ flex: '1 1 200px' }}>
          {t(`enums.AllocationAlgorithm.${version.type}`)}
        </Typography>
        <Reuse version={version} title={title} />
      </Stack>
      <Typography sx={{ mt: 0.5 }}>
        {version.effectiveDate
          ? t('allocation.version.from', { date: formats.day(version.effectiveDate, 'medium') })
          : t('allocation.version.fromBeginning')}
      </Typography>
      <Typography variant="body2" color="textSecondary">
        {t(version.createdBy ? 'allocation.version.by' : 'allocation.version.at', {
          author: version.createdBy ?? '',
          date: formats.instant(version.createdAt, 'medium'),
        })}
      </Typography>
      {version.reason && (
        <Typography sx={{ mt: 0.5, overflowWrap: 'anywhere' }}>
          {t('allocation.quoted', { text: version.reason })}
        </Typography>
      )}
      {before && (
        <Box sx={{ mt: 1, pt: 1, borderTop: 1, borderColor: 'divider' }}>
          <Typography variant="subtitle2" component="h4">
            {t('allocation.version.difference', { number: before.version })}
          </Typography>
          <DifferenceList
            differences={differencesOf(editedKey(before), editedKey(version))}
            names={names}
            atFirst={5}
          />
        </Box>
      )}
    </Card>
  );
}

/** Begins a draft with what the version holds. */
function Reuse({ version, title }: { version: Config; title: string }) {
  const t = useT();
  const canUpdate = useCan()('key:update');
  const words = useErrorText();
  const [, setParams] = useSearchParams();
  const create = useCreateConfig(useOperation().id);
  if (!canUpdate) return null;
  const reuse = () =>
    create.mutate(
      {
        body: {
          ...keyBody(editedKey(version)),
          draft: true,
          name: t('allocation.draft.ofVersion', { number: version.version }),
          ...(version.season ? { season: version.season } : {}),
        },
      },
      {
        onSuccess: (draft) => draft && setParams({ [draftParam]: draft.id }),
        onError: (error) => {
          notify(words(error), { variant: 'error' });
        },
      },
    );
  return <RowMenu name={title} actions={[{ label: t('allocation.version.reuse'), onClick: reuse }]} />;
}
