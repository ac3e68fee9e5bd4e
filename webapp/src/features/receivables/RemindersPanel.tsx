import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import { useOperation } from '../../api/operations';
import { Can } from '../../design/Can';
import { ConfirmDialog } from '../../design/ConfirmDialog';
import { type Column, DataTable } from '../../design/DataTable';
import { EmptyState } from '../../design/EmptyState';
import { SideSheet } from '../../design/SideSheet';
import { RowsSkeleton } from '../../design/Skeletons';
import { notify } from '../../design/snackbars';
import {
  type DueReminder,
  type Reminder,
  type ReminderPause,
  useEndPause,
  usePauses,
  usePreview,
  useReminders,
  useSendReminders,
  type Withheld,
} from './queries';

const ReminderSettingsCard = lazy(async () => ({
  default: (await import('./ReminderSettingsCard')).ReminderSettingsCard,
}));

/** What a mail says. */
interface Letter {
  billableEntityName: string;
  address: string;
  subject?: string;
  body?: string;
}

/** Whom reminders go to today, what was sent, who is spared, and when and in which words it is done. */
export function RemindersPanel() {
  const [letter, read] = useState<Letter>();
  return (
    <Stack sx={{ gap: 2 }}>
      <Today onRead={read} />
      <Suspense fallback={<RowsSkeleton />}>
        <ReminderSettingsCard />
      </Suspense>
      <Sent onRead={read} />
      <Pauses />
      {letter && (
        <SideSheet
          title={letter.subject ?? letter.billableEntityName}
          subtitle={letter.address}
          onClose={() => read(undefined)}
        >
          <Typography sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{letter.body}</Typography>
        </SideSheet>
      )}
    </Stack>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card component="section" aria-label={title}>
      <CardContent>
        <Typography variant="h2" gutterBottom>
          {title}
        </Typography>
        {children}
      </CardContent>
    </Card>
  );
}

const numbers = (invoices: readonly { number: string }[]) => invoices.map(({ number }) => number).join(', ');

function Today({ onRead }: { onRead: (letter: Letter) => void }) {
  const t = useT();
  const operation = useOperation();
  const preview = usePreview(operation.id);
  const send = useSendReminders(operation.id);
  const [asking, ask] = useState(false);
  const mails = preview.data?.mails ?? [];
  const withheld = preview.data?.withheld ?? [];
  const withheldColumns = useWithheldColumns();
  return (
    <Section title={t('receivables.today.title')}>
      <DataTable
        caption={t('receivables.today.title')}
        rows={mails}
        columns={useMailColumns<DueReminder>()}
        rowId={({ billableEntityId, level }) => `${billableEntityId} ${level}`}
        rowName={({ billableEntityName }) => billableEntityName}
        onLook={onRead}
        state={preview}
        empty={
          <EmptyState kind="none" title={t('receivables.today.none')} advice={t('receivables.today.noneAdvice')} />
        }
      />
      {mails.length > 0 && (
        <Can permission="reminder:send">
          <Button variant="contained" onClick={() => ask(true)} sx={{ mt: 2 }}>
            {t('receivables.today.send', { smart_count: mails.length })}
          </Button>
        </Can>
      )}
      {withheld.length > 0 && (
        <>
          <Typography variant="h3" sx={{ mt: 3 }} gutterBottom>
            {t('receivables.today.withheld')}
          </Typography>
          <DataTable
            caption={t('receivables.today.withheld')}
            rows={withheld}
            columns={withheldColumns}
            rowId={({ invoiceId }) => invoiceId}
            rowName={({ number }) => number}
          />
        </>
      )}
      <ConfirmDialog
        open={asking}
        title={t('receivables.today.confirmTitle')}
        confirmLabel={t('receivables.today.send', { smart_count: mails.length })}
        pending={send.isPending}
        onClose={() => ask(false)}
        onConfirm={() =>
          send.mutate(undefined, {
            onSuccess: (made) => notify(t('receivables.today.sent', { smart_count: made.length })),
            onSettled: () => ask(false),
          })
        }
      >
        <Typography>{t('receivables.today.confirmText')}</Typography>
      </ConfirmDialog>
    </Section>
  );
}

function useMailColumns<Row extends DueReminder | Reminder>(): Column<Row>[] {
  const t = useT();
  const formats = useFormats();
  return useMemo(
    () => [
      {
        id: 'client',
        header: t('receivables.field.client'),
        width: 'minmax(150px, 1.4fr)',
        card: 'title',
        cell: ({ billableEntityName }) => billableEntityName,
        sortValue: ({ billableEntityName }) => billableEntityName,
      },
      {
        id: 'level',
        header: t('receivables.field.level'),
        width: '90px',
        cell: ({ level }) => String(level),
        sortValue: ({ level }) => level,
      },
      {
        id: 'address',
        header: t('receivables.field.address'),
        width: 'minmax(160px, 1.4fr)',
        cell: ({ address }) => address,
        hideBelow: 'md',
      },
      {
        id: 'invoices',
        header: t('receivables.field.invoices'),
        width: 'minmax(150px, 1.6fr)',
        cell: ({ invoices }) => numbers(invoices),
        hideBelow: 'sm',
      },
      {
        id: 'open',
        header: t('receivables.field.open'),
        width: '120px',
        align: 'right',
        card: 'aside',
        cell: ({ openCents }) => formats.money(openCents),
        sortValue: ({ openCents }) => openCents,
      },
    ],
    [t, formats],
  );
}

function useWithheldColumns(): Column<Withheld>[] {
  const t = useT();
  const formats = useFormats();
  return useMemo(
    () => [
      {
        id: 'number',
        header: t('receivables.field.number'),
        width: 'minmax(140px, 1fr)',
        card: 'title',
        cell: ({ number }) => number,
      },
      {
        id: 'client',
        header: t('receivables.field.client'),
        width: 'minmax(150px, 1.2fr)',
        cell: ({ billableEntityName }) => billableEntityName,
      },
      {
        id: 'why',
        header: t('receivables.field.why'),
        width: 'minmax(200px, 2fr)',
        cell: ({ reason, from, pauseReason }) =>
          [t(`enums.WithheldReason.${reason}`), from && formats.day(from), pauseReason].filter(Boolean).join(' · '),
      },
      {
        id: 'open',
        header: t('receivables.field.open'),
        width: '120px',
        align: 'right',
        card: 'aside',
        cell: ({ openCents }) => formats.money(openCents),
      },
    ],
    [t, formats],
  );
}

function Sent({ onRead }: { onRead: (letter: Letter) => void }) {
  const t = useT();
  const formats = useFormats();
  const list = useReminders(useOperation().id);
  const mail = useMailColumns<Reminder>();
  const columns = useMemo<Column<Reminder>[]>(
    () => [
      {
        id: 'at',
        header: t('receivables.field.date'),
        width: '150px',
        cell: ({ createdAt }) => formats.instant(createdAt),
        sortValue: ({ createdAt }) => Date.parse(createdAt),
      },
      ...mail,
      {
        id: 'status',
        header: t('receivables.field.status'),
        width: '140px',
        cell: ({ status }) => t(`enums.ReminderStatus.${status}`),
        sortValue: ({ status }) => status,
      },
    ],
    [t, formats, mail],
  );
  return (
    <Section title={t('receivables.sent.title')}>
      <DataTable
        caption={t('receivables.sent.title')}
        rows={list.data ?? []}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ billableEntityName }) => billableEntityName}
        defaultSort={{ id: 'at', desc: true }}
        onLook={onRead}
        canLook={({ body }) => body !== undefined}
        state={list}
        empty={<EmptyState kind="none" title={t('receivables.sent.none')} advice={t('receivables.sent.noneAdvice')} />}
      />
    </Section>
  );
}

function Pauses() {
  const t = useT();
  const formats = useFormats();
  const operation = useOperation();
  const list = usePauses(operation.id);
  const end = useEndPause(operation.id);
  const rows = (list.data ?? []).filter(({ holds }) => holds);
  const columns = useMemo<Column<ReminderPause>[]>(
    () => [
      {
        id: 'of',
        header: t('receivables.field.spared'),
        width: 'minmax(160px, 1.4fr)',
        card: 'title',
        cell: ({ billableEntityName, number }) => [billableEntityName, number].filter(Boolean).join(' · '),
      },
      {
        id: 'reason',
        header: t('receivables.pause.reason'),
        width: 'minmax(160px, 2fr)',
        cell: ({ reason }) => reason,
      },
      {
        id: 'until',
        header: t('receivables.field.until'),
        width: '140px',
        cell: ({ until }) => (until ? formats.day(until) : t('receivables.pause.open_ended')),
      },
    ],
    [t, formats],
  );
  return (
    <Section title={t('receivables.pauses.title')}>
      <DataTable
        caption={t('receivables.pauses.title')}
        rows={rows}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ billableEntityName, number }) => number ?? billableEntityName}
        actions={({ id }) => (
          <Can permission="reminder:update">
            <Button size="small" color="inherit" onClick={() => end.mutate(id)} disabled={end.isPending}>
              {t('receivables.pauses.end')}
            </Button>
          </Can>
        )}
        state={list}
        empty={<Typography color="textSecondary">{t('receivables.pauses.none')}</Typography>}
      />
    </Section>
  );
}
