import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { asApiError } from '@openpmo/sdk';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useState } from 'react';
import { useCan } from '../../api/session';
import { DayField } from '../../design/DayField';
import { ErrorPanel } from '../../design/ErrorPanel';
import { FormDialog } from '../../design/FormDialog';
import { RowsSkeleton } from '../../design/Skeletons';
import { notify } from '../../design/snackbars';
import { useErrorText } from '../../design/useProblemText';
import { WordsField } from '../../design/WordsField';
import { ConsentList } from './ConsentList';
import { type ConsentState, type SiteRequest, useAnswerRequest, useRecordConsent, useRights } from './queries';
import { RequestList } from './RequestList';

/** For who runs the operation: the register of a site, and what its holder asks. */
export function SiteRights({ siteId, operationId }: { siteId: string; operationId: string }) {
  const t = useT();
  const can = useCan();
  const read = useRights(siteId);
  const [noting, setNoting] = useState<ConsentState>();
  const [answering, setAnswering] = useState<{ request: SiteRequest; refuse: boolean }>();
  if (read.isPending) return <RowsSkeleton rows={3} />;
  if (read.isError) return <ErrorPanel error={read.error} onRetry={() => read.refetch()} />;
  const { consents, requests, currentVersion } = read.data;
  return (
    <>
      <Typography variant="h3" gutterBottom>
        {t('rights.requests.ofSite')}
      </Typography>
      <RequestList
        rows={requests}
        action={(request) =>
          can('siteRequest:update') && (
            <>
              <Button size="small" variant="outlined" onClick={() => setAnswering({ request, refuse: false })}>
                {t('rights.answer.done')}
              </Button>
              <Button size="small" color="inherit" onClick={() => setAnswering({ request, refuse: true })}>
                {t('rights.answer.refuse')}
              </Button>
            </>
          )
        }
      />
      <Typography variant="h3" gutterBottom sx={{ mt: 2 }}>
        {t('rights.consents.ofSite')}
      </Typography>
      <ConsentList
        states={consents}
        action={(one) =>
          can('consent:create') && (
            <Button
              size="small"
              aria-label={`${t(one.given ? 'rights.note.withdrawn' : 'rights.note.given')}, ${t(`enums.ConsentPurpose.${one.purpose}`)}`}
              onClick={() => setNoting(one)}
            >
              {t(one.given ? 'rights.note.withdrawn' : 'rights.note.given')}
            </Button>
          )
        }
      />
      {noting && (
        <NoteDialog siteId={siteId} state={noting} version={currentVersion} onClose={() => setNoting(undefined)} />
      )}
      {answering && <AnswerDialog operationId={operationId} {...answering} onClose={() => setAnswering(undefined)} />}
    </>
  );
}

interface NoteProps {
  siteId: string;
  state: ConsentState;
  version: ConsentState['lines'][number]['version'];
  onClose: () => void;
}

/** Records a consent, or that it was taken back, with its day and its proof. */
function NoteDialog({ siteId, state, version, onClose }: NoteProps) {
  const t = useT();
  const today = useFormats().dayOf();
  const words = useErrorText();
  const record = useRecordConsent();
  const [day, setDay] = useState<string>(today);
  const [proof, setProof] = useState('');
  const problem = record.error ? asApiError(record.error)?.problem : undefined;
  const label = t(state.given ? 'rights.note.withdrawn' : 'rights.note.given');
  return (
    <FormDialog
      title={label}
      confirmLabel={label}
      pending={record.isPending}
      disabled={!day || proof.trim() === ''}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        record.mutate(
          {
            params: { path: { participantId: siteId } },
            body: { purpose: state.purpose, textVersion: version, given: !state.given, on: day, proof: proof.trim() },
          },
          {
            onSuccess: () => {
              notify(t('rights.note.done'));
              onClose();
            },
          },
        );
      }}
    >
      <Typography color="textSecondary">{t(`enums.ConsentPurpose.${state.purpose}`)}</Typography>
      <Typography>{t(`rights.text.${state.purpose}.V1`)}</Typography>
      <DayField required label={t('rights.note.day')} value={day} onChange={setDay} max={today} />
      <WordsField
        atMost={200}
        required
        label={t('rights.note.proof')}
        helperText={t('rights.note.proofHint')}
        value={proof}
        onChange={(event) => setProof(event.target.value)}
      />
      {problem && (
        <Typography role="alert" color="error">
          {words(problem)}
        </Typography>
      )}
    </FormDialog>
  );
}

interface AnswerProps {
  operationId: string;
  request: SiteRequest;
  refuse: boolean;
  onClose: () => void;
}

/** Ends a request: it is done, or it is refused and why. */
function AnswerDialog({ operationId, request, refuse, onClose }: AnswerProps) {
  const t = useT();
  const words = useErrorText();
  const answer = useAnswerRequest();
  const [note, setNote] = useState('');
  const problem = answer.error ? asApiError(answer.error)?.problem : undefined;
  const label = t(refuse ? 'rights.answer.refuse' : 'rights.answer.done');
  return (
    <FormDialog
      title={label}
      confirmLabel={label}
      pending={answer.isPending}
      disabled={refuse && note.trim() === ''}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        answer.mutate(
          {
            params: { path: { operationId, requestId: request.id } },
            body: { outcome: refuse ? 'REFUSED' : 'DONE', ...(note.trim() && { note: note.trim() }) },
          },
          {
            onSuccess: () => {
              notify(t('rights.answer.sent'));
              onClose();
            },
          },
        );
      }}
    >
      <Typography color="textSecondary">
        {request.participantName} · {t(`enums.SiteRequestKind.${request.kind}`)}
      </Typography>
      <Typography>{t(refuse ? 'rights.answer.refuseAdvice' : 'rights.answer.doneAdvice')}</Typography>
      <WordsField
        atMost={500}
        multiline
        minRows={2}
        required={refuse}
        label={t('rights.answer.note')}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      {problem && (
        <Typography role="alert" color="error">
          {words(problem)}
        </Typography>
      )}
    </FormDialog>
  );
}
