import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Divider from '@mui/material/Divider';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { Day } from '@openpmo/ui/formats/date';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { lazy, Suspense, useState } from 'react';
import { useOperation } from '../../api/operations';
import { Can } from '../../design/Can';
import { EmptyState } from '../../design/EmptyState';
import { ErrorPanel } from '../../design/ErrorPanel';
import { FilterChips } from '../../design/FilterChips';
import { Page } from '../../design/Page';
import { RowsSkeleton } from '../../design/Skeletons';
import { StatusChip } from '../../design/StatusChip';
import { notify } from '../../design/snackbars';
import { addressOf, kinds, type Paper, type PaperKind, usePapers, useSendPaperMail, useSites } from './queries';

const MakeDialog = lazy(() => import('./MakeDialog').then((part) => ({ default: part.MakeDialog })));
const MailsDialog = lazy(() => import('./MailsDialog').then((part) => ({ default: part.MailsDialog })));
const CloseDialog = lazy(() => import('./CloseDialog').then((part) => ({ default: part.CloseDialog })));

/** The register of papers: what was made for whom, who signed, who refused, and who has not signed a kind yet. */
export function PapersPanel() {
  const t = useT();
  const { id } = useOperation();
  const found = usePapers(id);
  const sites = useSites(id);
  const [kind, setKind] = useState<PaperKind | ''>('');
  const [making, setMaking] = useState(false);
  const [mailsOf, setMailsOf] = useState<Paper>();
  const [closing, setClosing] = useState<{ paper: Paper; refuse: boolean }>();
  const rows = (found.data ?? []).filter((one) => !kind || one.kind === kind);
  const signed = new Set(rows.filter(({ status }) => status === 'SIGNED').map(({ participantId }) => participantId));
  const missing = kind ? (sites.data ?? []).filter((site) => !signed.has(site.id)) : [];
  return (
    <Page
      title={t('papers.title')}
      subtitle={t('papers.subtitle')}
      actions={
        <Can permission="paper:create">
          <Button variant="contained" onClick={() => setMaking(true)}>
            {t('papers.make')}
          </Button>
        </Can>
      }
    >
      <FilterChips
        label={t('papers.kind')}
        value={kind}
        options={[
          { value: '' as const, label: t('papers.all'), count: found.data?.length ?? 0 },
          ...kinds.map((value) => ({
            value,
            label: t(`enums.PaperKind.${value}`),
            count: found.data?.filter((one) => one.kind === value).length ?? 0,
          })),
        ]}
        onChange={setKind}
      />
      {kind && sites.data && missing.length > 0 && (
        <details style={{ margin: '12px 0' }}>
          <summary>{t('papers.missing', { count: missing.length })}</summary>
          <Typography variant="body2" color="textSecondary">
            {t('papers.missingHint')}
          </Typography>
          <Typography variant="body2">{missing.map(({ name }) => name).join(', ')}</Typography>
        </details>
      )}
      {found.isPending ? (
        <RowsSkeleton height={64} />
      ) : found.isError ? (
        <ErrorPanel error={found.error} onRetry={() => found.refetch()} />
      ) : rows.length === 0 ? (
        <EmptyState kind="none" title={t('papers.none')} advice={t('papers.noneAdvice')} />
      ) : (
        <Card sx={{ mt: 2 }}>
          <Stack divider={<Divider />}>
            {rows.map((one) => (
              <Row
                key={one.id}
                operationId={id}
                one={one}
                onMails={() => setMailsOf(one)}
                onClose={(refuse) => setClosing({ paper: one, refuse })}
              />
            ))}
          </Stack>
        </Card>
      )}
      <Suspense fallback={null}>
        {mailsOf && <MailsDialog operationId={id} paper={mailsOf} onClose={() => setMailsOf(undefined)} />}
        {making && <MakeDialog operationId={id} sites={sites.data ?? []} onClose={() => setMaking(false)} />}
        {closing && <CloseDialog of={{ operationId: id }} {...closing} onClose={() => setClosing(undefined)} />}
      </Suspense>
    </Page>
  );
}

interface RowProps {
  operationId: string;
  one: Paper;
  onMails: () => void;
  onClose: (refuse: boolean) => void;
}

function Row({ operationId, one, onMails, onClose }: RowProps) {
  const t = useT();
  const formats = useFormats();
  const day = (value: string) => formats.day(value as Day, 'medium');
  const facts = [
    one.signedOn && t('papers.signedState', { by: one.signedBy ?? '', day: day(one.signedOn) }),
    one.filedBy === 'PARTICIPANT' && t('papers.filedByParticipant'),
    one.refusedOn && [t('papers.refusedState', { day: day(one.refusedOn) }), one.note].filter(Boolean).join(' · '),
    one.status === 'MADE' && one.refusalUntil && t('papers.until', { day: day(one.refusalUntil) }),
    one.status === 'MADE' && one.lacks.length > 0 && t('papers.lacks', { count: one.lacks.length }),
  ].filter(Boolean);
  return (
    <Stack direction="row" sx={{ p: 2, gap: 1.5, flexWrap: 'wrap', alignItems: 'center' }}>
      <div style={{ flex: '1 1 240px', minWidth: 0 }}>
        <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{one.participantName}</Typography>
        <Typography variant="body2" color="textSecondary">
          {[t(`enums.PaperKind.${one.kind}`), formats.instant(one.madeAt)].join(' · ')}
        </Typography>
        {facts.length > 0 && <Typography variant="body2">{facts.join(' · ')}</Typography>}
        <Told operationId={operationId} one={one} onMails={onMails} />
      </div>
      <StatusChip kind="PaperStatus" status={one.status} />
      <Button
        size="small"
        href={addressOf(operationId, one.id)}
        download
        aria-label={`${t('papers.download')}, ${one.participantName}`}
      >
        {t('papers.download')}
      </Button>
      {one.status === 'SIGNED' && (
        <Button
          size="small"
          href={addressOf(operationId, one.id, true)}
          download
          aria-label={`${t('papers.downloadSigned')}, ${one.participantName}`}
        >
          {t('papers.downloadSigned')}
        </Button>
      )}
      {one.status === 'MADE' && (
        <Can permission="paper:update">
          <Button
            size="small"
            variant="outlined"
            onClick={() => onClose(false)}
            aria-label={`${t('papers.sign')}, ${one.participantName}`}
          >
            {t('papers.sign')}
          </Button>
          {one.kind === 'TENANT_NOTICE' && (
            <Button
              size="small"
              color="inherit"
              onClick={() => onClose(true)}
              aria-label={`${t('papers.refuse')}, ${one.participantName}`}
            >
              {t('papers.refuse')}
            </Button>
          )}
        </Can>
      )}
    </Stack>
  );
}

/** Whom somebody wrote to about a paper, what became of it, and again. */
function Told({ operationId, one, onMails }: Omit<RowProps, 'onClose'>) {
  const t = useT();
  const send = useSendPaperMail();
  const { lastMail } = one;
  const waits = one.status === 'MADE';
  if (!lastMail && !waits) return null;
  return (
    <Stack direction="row" sx={{ columnGap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
      <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
        {lastMail
          ? `${t('papers.mail.last', { email: lastMail.email })} (${t(`enums.InvitationMailStatus.${lastMail.status}`)})`
          : t('papers.mail.none')}
      </Typography>
      {lastMail && (
        <Button
          size="small"
          color="inherit"
          onClick={onMails}
          aria-label={`${t('papers.mail.journal')}, ${one.participantName}`}
        >
          {t('papers.mail.journal')}
        </Button>
      )}
      {waits && (
        <Can permission="paperMail:send">
          <Button
            size="small"
            color="inherit"
            disabled={send.isPending}
            onClick={() =>
              send.mutate(
                { params: { path: { operationId, paperId: one.id } } },
                { onSuccess: () => notify({ text: t('papers.mail.sent') }) },
              )
            }
            aria-label={`${t(lastMail ? 'papers.mail.send' : 'papers.mail.sendFirst')}, ${one.participantName}`}
          >
            {t(lastMail ? 'papers.mail.send' : 'papers.mail.sendFirst')}
          </Button>
        </Can>
      )}
    </Stack>
  );
}
