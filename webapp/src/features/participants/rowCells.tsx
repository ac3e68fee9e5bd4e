import BoltOutlined from '@mui/icons-material/BoltOutlined';
import MailOutlined from '@mui/icons-material/MailOutlined';
import PhoneOutlined from '@mui/icons-material/PhoneOutlined';
import VisibilityOutlined from '@mui/icons-material/VisibilityOutlined';
import WbSunnyOutlined from '@mui/icons-material/WbSunnyOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import MuiLink from '@mui/material/Link';
import Tooltip from '@mui/material/Tooltip';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import type { Translator } from '@openpmo/ui/i18n/translator';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { groupsOf, type Participant, type Row } from './rows';
import { sheetLink } from './useView';

/** Text of second rank; a dash where there is nothing. */
export function Muted({ children }: { children?: ReactNode }) {
  const t = useT();
  return (
    <Box component="span" sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>
      {children || t('participants.none')}
    </Box>
  );
}

/** First day in the perimeter, and the last one below it where there is one. */
export function Presence({ days }: { days: Participant['activationRange'] | undefined }) {
  const t = useT();
  const formats = useFormats();
  if (!days?.entry) return <Muted />;
  return (
    <Box sx={{ lineHeight: 1.3 }}>
      <Muted>{t('participants.presence.from', { date: formats.day(days.entry) })}</Muted>
      {days.exit && (
        <Box sx={{ fontSize: '0.8125rem' }}>{t('participants.presence.to', { date: formats.day(days.exit) })}</Box>
      )}
    </Box>
  );
}

/** The name opens the sheet of a site. Below it the place. */
export function RowName({ row, opens }: { row: Row; opens: boolean }) {
  const [params] = useSearchParams();
  if (row.kind === 'observer') return <Box sx={{ ...name, ...cut }}>{row.name}</Box>;
  const { site } = row;
  return (
    <Box sx={{ lineHeight: 1.25 }}>
      {opens ? (
        <MuiLink
          component={Link}
          to={sheetLink(params, row.id)}
          color="textPrimary"
          underline="hover"
          sx={{ ...name, ...cut, display: 'block', pt: 0.5 }}
          title={row.name}
        >
          {row.name}
        </MuiLink>
      ) : (
        <Box sx={{ ...name, ...cut }}>{row.name}</Box>
      )}
      <Box sx={{ ...cut, ...place }}>{site.city}</Box>
    </Box>
  );
}

const name = { fontWeight: 600 };
const cut = { overflow: 'hidden', textOverflow: 'ellipsis' };
const place = { color: 'text.secondary', fontSize: '0.75rem', fontWeight: 400 };

const icons = { consumers: BoltOutlined, producers: WbSunnyOutlined, observers: VisibilityOutlined };
const colours = { consumers: 'nature.Conso', producers: 'nature.Prod', observers: 'text.secondary' };

/** Consumer, producer, both or observer, in a word. */
export function typeWord(row: Row, t: Translator['t']): string {
  if (row.kind === 'observer') return t('participants.type.observer');
  return row.site.isProsumer ? t('participants.type.prosumer') : t(`enums.EnergyType.${row.site.energyType}`);
}

/** The same with its signs. */
export function TypeName({ row }: { row: Row }) {
  const t = useT();
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, fontSize: '0.8125rem' }}>
      {groupsOf(row).map((group) => {
        const Icon = icons[group];
        return <Icon key={group} aria-hidden sx={{ fontSize: '1rem', color: colours[group] }} />;
      })}
      {typeWord(row, t)}
    </Box>
  );
}

/** Ways to reach somebody, as far as they are known. */
export function ContactLinks({ row }: { row: Row }) {
  const t = useT();
  const { email, phone } = row.kind === 'site' ? row.site : { ...row.observer, phone: undefined };
  if (!email && !phone) return <Muted />;
  return (
    <Box sx={{ display: 'flex', ml: -0.75 }}>
      {email && (
        <ContactLink href={`mailto:${email}`} label={t('participants.contact.mail', { name: row.name, email })}>
          <MailOutlined sx={{ fontSize: '1.125rem' }} />
        </ContactLink>
      )}
      {phone && (
        <ContactLink
          href={`tel:${phone.replace(/[^+\d]/g, '')}`}
          label={t('participants.contact.phone', { name: row.name, phone: phone })}
        >
          <PhoneOutlined sx={{ fontSize: '1.125rem' }} />
        </ContactLink>
      )}
    </Box>
  );
}

function ContactLink({ href, label, children }: { href: string; label: string; children: ReactNode }) {
  return (
    <Tooltip title={label}>
      <IconButton size="small" component="a" href={href} aria-label={label}>
        {children}
      </IconButton>
    </Tooltip>
  );
}
