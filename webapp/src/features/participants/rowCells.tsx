import { useFormats, useT } from '@openpmo/ui/i18n/context';
import type { Translator } from '@openpmo/ui/i18n/translator';
import type { ReactNode } from 'react';
import { RowIcon, type RowIconName } from '../../design/RowIcon';
import { ThingLink } from '../../design/ThingLink';
import { groupsOf, type Participant, type Row } from './rows';

/** Text of second rank; a dash where there is nothing. */
export function Muted({ children }: { children?: ReactNode }) {
  const t = useT();
  return <span className="muted">{children || t('participants.none')}</span>;
}

/** First day in the perimeter, and the last one below it where there is one. */
export function Presence({ days }: { days: Participant['activationRange'] | undefined }) {
  const t = useT();
  const formats = useFormats();
  if (!days?.entry) return <Muted />;
  return (
    <div className="two-lines">
      <Muted>{t('participants.presence.from', { date: formats.day(days.entry) })}</Muted>
      {days.exit && (
        <div className="muted strong">{t('participants.presence.to', { date: formats.day(days.exit) })}</div>
      )}
    </div>
  );
}

/** The name of a site leads to its page. Below it the place. */
export function RowName({ row }: { row: Row }) {
  if (row.kind === 'observer') return <span className="name">{row.name}</span>;
  return (
    <div className="two-lines">
      <ThingLink thing="site" id={row.id} className="name" title={row.name}>
        {row.name}
      </ThingLink>
      <div className="cut small">{row.site.city}</div>
    </div>
  );
}

const icons = { consumers: 'bolt', producers: 'sun', observers: 'eye' } as const satisfies Record<string, RowIconName>;

/** Consumer, producer, both or observer, in a word. */
export function typeWord(row: Row, t: Translator['t']): string {
  if (row.kind === 'observer') return t('participants.type.observer');
  return row.site.isProsumer ? t('participants.type.prosumer') : t(`enums.EnergyType.${row.site.energyType}`);
}

/** The same with its signs. */
export function TypeName({ row }: { row: Row }) {
  const t = useT();
  return (
    <div className="beside">
      {groupsOf(row).map((group) => (
        <span key={group} className={`sign ${group}`}>
          <RowIcon name={icons[group]} />
        </span>
      ))}
      {typeWord(row, t)}
    </div>
  );
}

/** Ways to reach somebody, as far as they are known. */
export function ContactLinks({ row }: { row: Row }) {
  const t = useT();
  const { email, phone } = row.kind === 'site' ? row.site : { ...row.observer, phone: undefined };
  if (!email && !phone) return <Muted />;
  return (
    <div className="contacts">
      {email && (
        <ContactLink
          href={`mailto:${email}`}
          icon="mail"
          label={t('participants.contact.mail', { name: row.name, email })}
        />
      )}
      {phone && (
        <ContactLink
          href={`tel:${phone.replace(/[^+\d]/g, '')}`}
          icon="phone"
          label={t('participants.contact.phone', { name: row.name, phone: phone })}
        />
      )}
    </div>
  );
}

function ContactLink({ href, label, icon }: { href: string; label: string; icon: RowIconName }) {
  return (
    <a className="icon-button" href={href} aria-label={label} data-tip={label}>
      <RowIcon name={icon} />
    </a>
  );
}
