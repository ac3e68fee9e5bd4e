import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useOperation } from '../../api/operations';
import { useMessages } from './queries';
import { Section } from './Section';

const shown = 20;

/** What platforms gave and is of nothing that is known; nothing where there is none. */
export function MessageList() {
  const t = useT();
  const formats = useFormats();
  const { id: operationId } = useOperation();
  const list = useMessages(operationId).data ?? [];
  if (list.length === 0) return null;
  return (
    <Section title={t('einvoicing.messages.title')} text={t('einvoicing.messages.text')}>
      <Stack component="ul" sx={{ m: 0, p: 0, listStyle: 'none', gap: 1 }}>
        {list.slice(0, shown).map(({ connectionId, carrierId, connectionName, outcome, number, receivedAt }) => (
          <Typography key={`${connectionId} ${carrierId} ${receivedAt}`} component="li" variant="body2">
            {formats.instant(receivedAt)} · {connectionName} · {t(`enums.CarrierMessageOutcome.${outcome}`)}
            {number && ` · ${number}`}
          </Typography>
        ))}
      </Stack>
      {list.length > shown && (
        <Typography variant="body2">{t('einvoicing.messages.more', { smart_count: list.length - shown })}</Typography>
      )}
    </Section>
  );
}
