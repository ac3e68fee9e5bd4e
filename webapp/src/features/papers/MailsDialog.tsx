import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { MailJournal } from '../../design/MailJournal';
import { type Paper, usePaperMails } from './queries';

interface MailsDialogProps {
  operationId: string;
  paper: Paper;
  onClose: () => void;
}

/** The mails about a paper: when, why, who asked, and what became of each. */
export function MailsDialog({ operationId, paper, onClose }: MailsDialogProps) {
  const t = useT();
  const formats = useFormats();
  return (
    <MailJournal
      title={t('papers.mail.title', { name: paper.participantName })}
      none={t('papers.mail.empty')}
      mails={usePaperMails(operationId, paper.id)}
      asked={({ kind, askedAt, askedBy }) => {
        const at = formats.instant(askedAt);
        return [t(`enums.PaperMailKind.${kind}`), askedBy ? t('papers.mail.askedBy', { at, name: askedBy }) : at];
      }}
      onClose={onClose}
    />
  );
}
