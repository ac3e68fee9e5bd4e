import BoltOutlined from '@mui/icons-material/BoltOutlined';
import MailOutlined from '@mui/icons-material/MailOutlined';
import PhoneOutlined from '@mui/icons-material/PhoneOutlined';
import VisibilityOutlined from '@mui/icons-material/VisibilityOutlined';
import WbSunnyOutlined from '@mui/icons-material/WbSunnyOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import MuiLink from '@mui/material/Link';
import Tooltip from '@mui/material/Tooltip';
import { useT } from '@openpmo/ui/i18n/context';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { groupOf, type Row } from './model';
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

/** The name opens the sheet of a site. */
export function RowName({ row, opens }: { row: Row; opens: boolean }) {
  const [params] = useSearchParams();
  if (row.kind === 'observer' || !opens) return <Box sx={{ fontWeight: 600, ...cut }}>{row.name}</Box>;
  return (
    <MuiLink
      component={Link}
      to={sheetLink(params, row.id)}
      color="textPrimary"
      underline="hover"
      sx={{ fontWeight: 600, display: 'block', py: 1, ...cut }}
      title={row.name}
    >
      {row.name}
    </MuiLink>
  );
}

const cut = { overflow: 'hidden', textOverflow: 'ellipsis' };

const icons = { consumers: BoltOutlined, producers: WbSunnyOutlined, observers: VisibilityOutlined };
const colours = { consumers: 'nature.Conso', producers: 'nature.Prod', observers: 'text.secondary' };

/** Consumer, producer or observer: sign and word. */
export function TypeName({ row }: { row: Row }) {
  const t = useT();
  const group = groupOf(row);
  const Icon = icons[group];
  const word = row.kind === 'site' ? t(`enums.EnergyType.${row.site.energyType}`) : t('participants.type.observer');
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.75, fontSize: '0.8125rem' }}>
      <Icon aria-hidden sx={{ fontSize: 16, color: colours[group] }} />
      {word}
    </Box>
  );
}

/** Ways to reach somebody, as far as they are known. */
export function ContactLinks({ row }: { row: Row }) {
  const t = useT();
  const { email, phoneNumber } = row.kind === 'site' ? row.site : { ...row.observer, phoneNumber: undefined };
  if (!email && !phoneNumber) return <Muted />;
  return (
    <Box sx={{ display: 'flex', ml: -0.75 }}>
      {email && (
        <ContactLink href={`mailto:${email}`} label={t('participants.contact.mail', { name: row.name, email })}>
          <MailOutlined sx={{ fontSize: 18 }} />
        </ContactLink>
      )}
      {phoneNumber && (
        <ContactLink
          href={`tel:${phoneNumber.replace(/[^+\d]/g, '')}`}
          label={t('participants.contact.phone', { name: row.name, phone: phoneNumber })}
        >
          <PhoneOutlined sx={{ fontSize: 18 }} />
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
