import CardContent from '@mui/material/CardContent';
import Divider from '@mui/material/Divider';
import MuiLink from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useFormats } from '@openpmo/ui/i18n/context';
import type { ReactNode } from 'react';
import { Show, useRecordContext, useTranslate } from 'react-admin';
import { Facts } from '../../parts/Facts';
import { PageTitle } from '../../parts/PageTitle';
import type { Message } from './MessageList';

/** One mail as its reader would see it. */
export function MessageShow() {
  return (
    <Show title={<Heading />} actions={false}>
      <CardContent>
        <Mail />
      </CardContent>
    </Show>
  );
}

function Heading() {
  const message = useRecordContext<Message>();
  return message ? <PageTitle title={message.subject} /> : null;
}

function Mail() {
  const formats = useFormats();
  const translate = useTranslate();
  const message = useRecordContext<Message>();
  if (!message) return null;
  return (
    <Stack spacing={2} divider={<Divider />}>
      <Facts
        facts={[
          { label: translate('resources.outbox.fields.to'), value: message.to },
          { label: translate('resources.outbox.fields.createdAt'), value: formats.instant(message.createdAt) },
        ]}
      />
      <Typography sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', maxWidth: '80ch' }}>
        {linked(message.text ?? '')}
      </Typography>
    </Stack>
  );
}

const address = /(https?:\/\/[^\s<>"]+)/;

/** Addresses of a plain text as links, so that an activation mail can be followed. */
function linked(text: string): ReactNode[] {
  let at = 0;
  return text.split(address).map((part) => {
    at += part.length;
    if (!address.test(part)) return part;
    return (
      <MuiLink key={at} href={part} target="_blank" rel="noreferrer">
        {part}
      </MuiLink>
    );
  });
}
