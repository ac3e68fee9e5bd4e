import InfoOutlined from '@mui/icons-material/InfoOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import MuiLink from '@mui/material/Link';
import Popover from '@mui/material/Popover';
import Typography from '@mui/material/Typography';
import { useT } from '@openpmo/ui/i18n/context';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import type { Term } from './glossary';

/** An ⓘ behind a word of the trade: a press, by pointer, finger or key, says what it means here. */
export function TermInfo({ of }: { of: Term }) {
  const t = useT();
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  return (
    <>
      <IconButton
        size="small"
        className="no-print"
        aria-label={t('glossary.ask', { term: t(`glossary.term.${of}`) })}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        // The room of a finger, without moving the words around it.
        sx={{ p: '4px', my: '-6px', '@media (pointer: coarse)': { p: '14px', m: '-14px' } }}
      >
        <InfoOutlined sx={{ fontSize: 16 }} />
      </IconButton>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{
          paper: { variant: 'outlined', role: 'dialog', 'aria-labelledby': id, sx: { maxWidth: 340, p: 2 } },
        }}
      >
        <Typography id={id} component="p" sx={{ fontWeight: 650, mb: 0.5 }}>
          {t(`glossary.term.${of}`)}
        </Typography>
        <Typography>{t(`glossary.means.${of}`)}</Typography>
        <Box sx={{ mt: 1 }}>
          <MuiLink component={Link} to={`/pmo/glossary#${of}`} onClick={close}>
            {t('glossary.all')}
          </MuiLink>
        </Box>
      </Popover>
    </>
  );
}

/** The same at the end of a sentence, with whose last word it stays: it is never alone on a line. */
export function SentenceTerm({ of }: { of: Term }) {
  return (
    <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
      {'\u00a0'}
      <TermInfo of={of} />
    </Box>
  );
}
