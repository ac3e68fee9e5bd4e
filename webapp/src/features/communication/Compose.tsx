import { zodResolver } from '@hookform/resolvers/zod';
import SendOutlined from '@mui/icons-material/SendOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useT, useTranslator } from '@openpmo/ui/i18n/context';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { ConfirmDialog } from '../../design/ConfirmDialog';
import { FileDrop } from '../../design/FileDrop';
import { FormText } from '../../design/FormFields';
import { FormSummary } from '../../design/FormSummary';
import { setProblemFields } from '../../design/problemFields';
import { notify } from '../../design/snackbars';
import { useErrorText, useRefusalTexts } from '../../design/useProblemText';
import { MailPreview } from './MailPreview';
import { type MessageReport, uploadAttachment, useRecipients, useSend } from './queries';
import { RecipientPicker } from './RecipientPicker';
import { audienceOf } from './recipients';
import { SendReport } from './SendReport';
import { type MessageForm, messageSchema } from './schema';

interface ComposeProps {
  operationId: string;
  onClose: () => void;
  onShow: (messageId: string) => void;
}

const accept = '.pdf,.png,.jpg,.jpeg,.xlsx,.docx,.csv,.txt';

/** A new message: who, what, how it will look; then who was written to, and who was not. */
export function Compose({ operationId, onClose, onShow }: ComposeProps) {
  useRefusalTexts();
  const t = useT();
  const recipients = useRecipients(operationId);
  const [ids, setIds] = useState<string[]>([]);
  const [files, setFiles] = useState<File[]>([]);
  const [asking, setAsking] = useState<MessageForm>();
  const [report, setReport] = useState<MessageReport>();
  const form = useForm<MessageForm>({
    resolver: zodResolver(messageSchema),
    mode: 'onSubmit',
    defaultValues: { subject: '', body: '' },
  });
  const audience = audienceOf(recipients.data ?? [], ids);
  const { send, pending } = useSending(operationId, form.setError, (made) => {
    setAsking(undefined);
    setReport(made);
  });
  if (report) return <SendReport report={report} onClose={onClose} onShow={onShow} />;
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', lg: '1fr 1fr' }, alignItems: 'start' }}>
      <Card component="section" aria-label={t('communication.recipients')} sx={{ p: 2, minWidth: 0 }}>
        <Typography variant="h2" sx={{ mb: 1 }}>
          {t('communication.recipients')}
        </Typography>
        <RecipientPicker state={recipients} all={recipients.data ?? []} ids={ids} onChange={setIds} />
      </Card>
      <Card component="section" aria-label={t('communication.message')} sx={{ p: 2, minWidth: 0 }}>
        <form onSubmit={form.handleSubmit((values) => setAsking(values))} noValidate>
          <Stack spacing={2}>
            <Typography variant="h2">{t('communication.message')}</Typography>
            <FormSummary errors={form.formState.errors} />
            <FormText control={form.control} name="subject" label={t('communication.form.subject')} required />
            <FormText
              control={form.control}
              name="body"
              label={t('communication.form.body')}
              hint={t('communication.form.bodyHint')}
              required
              multiline
              minRows={8}
            />
            <FileDrop
              label={t('communication.form.files')}
              hint={t('communication.form.filesHint')}
              files={files}
              onChange={setFiles}
              accept={accept}
              maxFiles={5}
              maxMegabytes={5}
            />
            <MailPreview operationId={operationId} control={form.control} audience={audience.chosen} />
            <Audience audience={audience} />
            <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', justifyContent: 'flex-end' }}>
              <Button color="inherit" onClick={onClose}>
                {t('design.cancel')}
              </Button>
              <Button
                type="submit"
                variant="contained"
                startIcon={<SendOutlined />}
                disabled={audience.reachable.length === 0}
              >
                {t('communication.send')}
              </Button>
            </Stack>
          </Stack>
        </form>
      </Card>
      {asking && (
        <ConfirmDialog
          open
          title={t('communication.confirm.title')}
          confirmLabel={t('communication.send')}
          pending={pending}
          onConfirm={() => send(asking, ids, files)}
          onClose={() => setAsking(undefined)}
        >
          {t('communication.confirm.text', { smart_count: audience.reachable.length, subject: asking.subject })}
        </ConfirmDialog>
      )}
    </Box>
  );
}

/** How many are written to, and who of the chosen cannot be. */
function Audience({ audience }: { audience: ReturnType<typeof audienceOf> }) {
  const t = useT();
  const { reachable, unreached } = audience;
  return (
    <Box role="status">
      <Typography>
        {t(reachable.length > 0 ? 'communication.audience.some' : 'communication.audience.none', {
          smart_count: reachable.length,
        })}
      </Typography>
      {unreached.length > 0 && (
        <Alert severity="warning" variant="outlined" sx={{ mt: 1 }}>
          {t('communication.unreachable', {
            smart_count: unreached.length,
            names: unreached
              .slice(0, 20)
              .map(({ name }) => name)
              .join(', '),
          })}
        </Alert>
      )}
    </Box>
  );
}

/** Uploads the files, then sends. What the server refuses goes to its field, or is said. */
function useSending(
  operationId: string,
  setError: ReturnType<typeof useForm<MessageForm>>['setError'],
  onSent: (report: MessageReport) => void,
) {
  const translator = useTranslator();
  const words = useErrorText();
  const [uploading, setUploading] = useState(false);
  const sending = useSend();
  const refused = (error: unknown) => {
    if (!setProblemFields<MessageForm>(error, ['subject', 'body'], setError, translator)) {
      notify(words(error), { variant: 'error' });
    }
  };
  const send = async (form: MessageForm, ids: readonly string[], files: readonly File[]) => {
    setUploading(true);
    try {
      const attachments = [];
      for (const file of files) {
        const { id } = await uploadAttachment(operationId, file);
        attachments.push({ attachmentId: id, name: file.name });
      }
      onSent(
        await sending.mutateAsync({
          params: {},
          body: { operationId, ...form, recipients: [...ids], ...(attachments.length > 0 ? { attachments } : {}) },
        }),
      );
    } catch (error) {
      refused(error);
    } finally {
      setUploading(false);
    }
  };
  return { send, pending: uploading || sending.isPending };
}
