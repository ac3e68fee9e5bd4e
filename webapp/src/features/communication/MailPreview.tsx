import VisibilityOutlined from '@mui/icons-material/VisibilityOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useT } from '@openpmo/ui/i18n/context';
import { useState } from 'react';
import { type Control, useWatch } from 'react-hook-form';
import { FilterChips } from '../../design/FilterChips';
import { notify } from '../../design/snackbars';
import { useErrorText } from '../../design/useProblemText';
import { type Recipient, usePreview } from './queries';
import type { MessageForm } from './schema';

type Language = Recipient['language'];

interface MailPreviewProps {
  operationId: string;
  control: Control<MessageForm>;
  /** Whose languages are shown. */
  audience: readonly Recipient[];
}

/** The mail as it will arrive, in each language that somebody of the chosen reads. */
export function MailPreview({ operationId, control, audience }: MailPreviewProps) {
  const t = useT();
  const words = useErrorText();
  const preview = usePreview();
  const [language, setLanguage] = useState<Language>('fr');
  const [subject, body] = useWatch({ control, name: ['subject', 'body'] });
  const languages = [...new Set<Language>(['fr', ...audience.map((one) => one.language)])];
  const show = (wanted: Language) => {
    setLanguage(wanted);
    preview.mutate(
      { params: { path: { operationId } }, body: { subject, body, language: wanted } },
      {
        onError: (error) => {
          notify(words(error), { variant: 'error' });
        },
      },
    );
  };
  return (
    <Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <Button
          color="inherit"
          variant="outlined"
          startIcon={<VisibilityOutlined />}
          disabled={!subject.trim() || !body.trim()}
          loading={preview.isPending}
          onClick={() => show(language)}
        >
          {t('communication.preview')}
        </Button>
        {languages.length > 1 && preview.data && (
          <FilterChips
            label={t('communication.language')}
            value={language}
            onChange={show}
            options={languages.map((value) => ({ value, label: t(`enums.Language.${value}`) }))}
          />
        )}
      </Box>
      {preview.data && (
        <Box sx={{ mt: 1, border: '1px solid', borderColor: 'divider', borderRadius: 1, overflow: 'hidden' }}>
          <Box sx={{ p: 1.5, borderBottom: '1px solid', borderColor: 'divider' }}>
            <Typography sx={{ overflowWrap: 'anywhere' }}>{preview.data.subject}</Typography>
            <Typography color="textSecondary" variant="body2">
              {preview.data.replyTo
                ? t('communication.replyTo', { email: preview.data.replyTo })
                : t('communication.noReply')}
            </Typography>
          </Box>
          <Box
            component="iframe"
            title={t('communication.preview')}
            srcDoc={withoutStyles(preview.data.html)}
            sandbox="allow-same-origin"
            onLoad={(event) => dress(event.currentTarget.contentDocument)}
            sx={{ display: 'block', width: 1, height: 320, border: 0 }}
          />
        </Box>
      )}
    </Box>
  );
}

const kept = 'data-style';

/**
 * The mail without its style attributes, which mail programs want and our pages refuse
 * (Content-Security-Policy). Quotes in its words are escaped, so that none of them is taken for one.
 */
const withoutStyles = (html: string): string => html.replaceAll(' style="', ` ${kept}="`);

/** Gives the elements their looks back: by script that is allowed. */
function dress(page: Document | null) {
  for (const element of page?.querySelectorAll<HTMLElement>(`[${kept}]`) ?? []) {
    element.style.cssText = element.getAttribute(kept) ?? '';
  }
}
