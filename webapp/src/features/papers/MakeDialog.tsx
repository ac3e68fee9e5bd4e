import Autocomplete from '@mui/material/Autocomplete';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { asApiError, type Schemas } from '@openpmo/sdk';
import { useT } from '@openpmo/ui/i18n/context';
import { useState } from 'react';
import { DayField } from '../../design/DayField';
import { FormDialog } from '../../design/FormDialog';
import { notify } from '../../design/snackbars';
import { useErrorText } from '../../design/useProblemText';
import { kinds, type PaperKind, useMakePapers } from './queries';

type Site = Schemas['Participant'];

/** Which paper for which sites; the sites that are offered are those of its side. */
export function MakeDialog({
  operationId,
  sites,
  onClose,
}: {
  operationId: string;
  sites: readonly Site[];
  onClose: () => void;
}) {
  const t = useT();
  const words = useErrorText();
  const make = useMakePapers();
  const [kind, setKind] = useState<PaperKind>('PARTICIPATION_AGREEMENT');
  const [chosen, setChosen] = useState<readonly Site[]>([]);
  const [noticeDate, setNotice] = useState('');
  const [refusalUntil, setUntil] = useState('');
  const notice = kind === 'TENANT_NOTICE';
  const fitting = sites.filter(
    (site) =>
      kind === 'PARTICIPATION_AGREEMENT' ||
      site.isProsumer ||
      (kind === 'BILLING_MANDATE') === (site.energyType === 'producer'),
  );
  const problem = make.error ? asApiError(make.error)?.problem : undefined;
  return (
    <FormDialog
      title={t('papers.makeTitle')}
      confirmLabel={t('papers.make')}
      pending={make.isPending}
      disabled={chosen.length === 0 || chosen.length > 200 || (notice && (!noticeDate || !refusalUntil))}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        make.mutate(
          {
            params: { path: { operationId } },
            body: { kind, participantIds: chosen.map(({ id }) => id), ...(notice && { noticeDate, refusalUntil }) },
          },
          {
            onSuccess: (made) => {
              notify(t('papers.made', { count: made.length }));
              onClose();
            },
          },
        );
      }}
    >
      <TextField
        select
        label={t('papers.kind')}
        value={kind}
        onChange={(event) => {
          setKind(event.target.value as PaperKind);
          setChosen([]);
        }}
      >
        {kinds.map((one) => (
          <MenuItem key={one} value={one}>
            {t(`enums.PaperKind.${one}`)}
          </MenuItem>
        ))}
      </TextField>
      <Autocomplete
        multiple
        disableCloseOnSelect
        options={fitting}
        value={[...chosen]}
        onChange={(_, next) => setChosen(next)}
        getOptionKey={({ id }) => id}
        getOptionLabel={({ name }) => name}
        renderInput={(props) => <TextField {...props} label={t('papers.sites')} helperText={t('papers.sitesHint')} />}
      />
      {notice && (
        <>
          <DayField required label={t('papers.noticeDate')} value={noticeDate} onChange={setNotice} />
          <DayField required label={t('papers.refusalUntil')} value={refusalUntil} onChange={setUntil} />
        </>
      )}
      {problem && (
        <Typography role="alert" color="error">
          {words(problem)}
        </Typography>
      )}
    </FormDialog>
  );
}
