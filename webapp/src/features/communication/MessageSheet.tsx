import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { type ReactNode, useId } from 'react';
import { useCan } from '../../api/session';
import { ErrorPanel } from '../../design/ErrorPanel';
import { SideSheet } from '../../design/SideSheet';
import { RowsSkeleton } from '../../design/Skeletons';
import { StatusChip } from '../../design/StatusChip';
import { notify } from '../../design/snackbars';
import { ThingLink } from '../../design/ThingLink';
import { Outcome } from './Outcome';
import { type Delivery, type Message, useMessage, useResend } from './queries';

interface MessageSheetProps {
  operationId: string;
  messageId: string;
  onClose: () => void;
}

/** A message that was sent: what became of each mail, who was not reached, and what it said. */
export function MessageSheet({ operationId, messageId, onClose }: MessageSheetProps) {
  const t = useT();
  const formats = useFormats();
  const message = useMessage(operationId, messageId);
  const { data } = message;
  return (
    <SideSheet
      title={data?.subject ?? t('communication.message')}
      subtitle={data && t('communication.sentBy', { author: data.author, at: formats.instant(data.sentAt) })}
      onClose={onClose}
    >
      {message.isPending && <RowsSkeleton height={56} />}
      {message.isError && <ErrorPanel error={message.error} onRetry={() => message.refetch()} />}
      {data && <Whole operationId={operationId} message={data} />}
    </SideSheet>
  );
}

function Whole({ operationId, message }: { operationId: string; message: Message }) {
  const t = useT();
  const resend = useResend();
  const may = useCan()('communication:create');
  const again = (recipientId: string, name: string) =>
    resend.mutate(
      { params: { path: { operationId, messageId: message.id, recipientId } } },
      { onSuccess: ({ email }) => notify(t('communication.resent', { name, email })) },
    );
  const button = (recipientId: string, name: string) =>
    may && (
      <Button
        size="small"
        color="inherit"
        variant="outlined"
        disabled={resend.isPending}
        aria-label={t('communication.resendTo', { name })}
        onClick={() => again(recipientId, name)}
      >
        {t('communication.resend')}
      </Button>
    );
  return (
    <Stack spacing={3}>
      <Outcome counts={message.counts} />
      {message.unreached.length > 0 && (
        <Part title={t('communication.unreached')}>
          <Alert severity="warning" variant="outlined" sx={{ mb: 1 }}>
            {t('communication.unreachedAdvice')}
          </Alert>
          {message.unreached.map(({ id, name, email, reach }) => (
            <Line
              key={id}
              // An observer has the address of its account: who is not reached is a site.
              name={
                <ThingLink thing="site" id={id}>
                  {name}
                </ThingLink>
              }
              detail={email ?? t(`enums.Reach.${reach}`)}
              end={button(id, name)}
            />
          ))}
        </Part>
      )}
      <Part title={t('communication.mails')}>
        {message.deliveries.map((delivery) => (
          <Mail key={delivery.id} delivery={delivery} button={button} />
        ))}
      </Part>
      <Part title={t('communication.text')}>
        <Typography sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{message.body}</Typography>
        {message.attachments.length > 0 && (
          <Typography color="textSecondary" sx={{ mt: 1 }}>
            {t('communication.withFiles', { names: message.attachments.map(({ name }) => name).join(', ') })}
          </Typography>
        )}
      </Part>
    </Stack>
  );
}

function Mail({ delivery, button }: { delivery: Delivery; button: (recipientId: string, name: string) => ReactNode }) {
  const [first] = delivery.recipients;
  return (
    <Line
      name={delivery.recipients.map(({ name }) => name).join(', ')}
      detail={delivery.email}
      end={
        <>
          <StatusChip kind="DeliveryStatus" status={delivery.status} />
          {first && delivery.status !== 'QUEUED' && button(first.id, first.name)}
        </>
      }
    />
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Box component="section" aria-labelledby={id}>
      <Typography variant="h3" id={id} sx={{ mb: 1 }}>
        {title}
      </Typography>
      {children}
    </Box>
  );
}

function Line({ name, detail, end }: { name: ReactNode; detail: string; end: ReactNode }) {
  return (
    <Stack
      direction="row"
      sx={{ py: 1, gap: 1, flexWrap: 'wrap', alignItems: 'center', borderBottom: '1px solid', borderColor: 'divider' }}
    >
      <Box sx={{ flex: '1 1 200px', minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography>{name}</Typography>
        <Typography color="textSecondary" variant="body2">
          {detail}
        </Typography>
      </Box>
      {end}
    </Stack>
  );
}
