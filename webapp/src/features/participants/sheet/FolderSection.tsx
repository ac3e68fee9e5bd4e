import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useFormats, useT, useTranslator } from '@openpmo/ui/i18n/context';
import { useCan } from '../../../api/session';
import { StatusChip } from '../../../design/StatusChip';
import type { Participant } from '../rows';
import { Fact, Facts, Section } from './Facts';
import { folderAdvice, isOpen } from './folder';

/** How far the folder with the operator is, in words, and the days in the perimeter. */
export function FolderSection({ site }: { site: Participant }) {
  const t = useT();
  const formats = useFormats();
  const { any } = useTranslator();
  // The operator's own word where it is one that nobody knows.
  const word = (said: string | undefined) => said && any(`participants.import.value.${said}`, {}, said);
  const changes = useCan()('participant:update');
  const state = folderAdvice(site);
  const { entry, exit } = site.activationRange;
  return (
    <Section title={t('participants.section.folder')}>
      <Stack direction="row" sx={{ gap: 1, mb: 1 }}>
        <StatusChip kind="FolderStatus" status={site.status} />
      </Stack>
      <Typography sx={{ mb: 1.5 }}>
        {t(`participants.folder.${state}`)}
        {changes && isOpen(state) && ` ${t(`participants.folder.next.${state}`)}`}
      </Typography>
      <Facts>
        <Fact label={t('participants.field.entry')}>
          {entry ? formats.day(entry) : t('participants.value.entryUnknown')}
          {entry && !site.entryDateKnown && (
            <Box component="span" sx={{ display: 'block', color: 'text.secondary', fontSize: '0.8125rem' }}>
              {t('participants.value.entryUnconfirmed')}
            </Box>
          )}
        </Fact>
        <Fact label={t('participants.field.exit')}>
          {exit ? formats.day(exit) : entry && t('participants.value.open')}
        </Fact>
        <Fact label={t('participants.field.dsoStatus')}>{word(site.dsoStatus)}</Fact>
        <Fact label={t('participants.field.dsoAction')}>{word(site.dsoAction)}</Fact>
      </Facts>
    </Section>
  );
}
