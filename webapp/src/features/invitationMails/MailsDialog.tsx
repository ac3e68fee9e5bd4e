import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { MailJournal } from '../../design/MailJournal';
import { type Invited, useInvitationMails } from './queries';

/** Which invitations went out, when, who asked for each, and what became of it. */
export function MailsDialog({ of, name, onClose }: { of: Invited; name: string; onClose: () => void }) {
  const t = useT();
  const formats = useFormats();
  return (
    <MailJournal
      title={t('team.mails.title', { name })}
      none={t('team.mails.none')}
      mails={useInvitationMails(of)}
      asked={({ askedAt, askedBy, validUntil }) => [
        t(askedBy ? 'team.mails.askedBy' : 'team.mails.asked', { at: formats.instant(askedAt), name: askedBy ?? '' }),
        t('team.mails.valid', { date: formats.day(formats.dayOf(validUntil)) }),
      ]}
      onClose={onClose}
    />
  );
}
