import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { Schemas } from '@openpmo/sdk';
import { useFormats, useT } from '@openpmo/ui/i18n/context';

/** The terms as plain paragraphs; a line that starts with `# ` is a heading. */
export function TermsText({ terms }: { terms: Schemas['Terms'] }) {
  const t = useT();
  const formats = useFormats();
  const blocks = terms.text.split('\n').filter((line) => line.trim() !== '');
  return (
    <Stack spacing={1.5} lang="fr" sx={{ maxWidth: '72ch' }}>
      <Typography variant="caption" color="textSecondary">
        {t('session.terms.version', { version: terms.version, date: formats.day(terms.publishedAt, 'medium') })}
      </Typography>
      {blocks.map((line, index) =>
        line.startsWith('# ') ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the text does not change while it is shown
          <Typography key={index} variant="h3" component="h2">
            {line.slice(2)}
          </Typography>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the text does not change while it is shown
          <Typography key={index}>{line}</Typography>
        ),
      )}
    </Stack>
  );
}
