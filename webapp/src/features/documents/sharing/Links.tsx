import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { asApiError } from '@openpmo/sdk';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { type FormEvent, useId, useState } from 'react';
import { DayField } from '../../../design/DayField';
import { notify } from '../../../design/snackbars';
import { useErrorText } from '../../../design/useProblemText';
import { type Doc, type DocumentLink, useCreateLink, useRevokeLink } from '../queries';

/** How long a link lasts unless another day is chosen. */
const usualDays = 30;
const dayMs = 86_400_000;

interface LinksProps {
  operationId: string;
  doc: Doc;
  links: readonly DocumentLink[];
}

/** Links to a document: until when each leads there, and how often it was followed. */
export function Links({ operationId, doc, links }: LinksProps) {
  const t = useT();
  const id = useId();
  const formats = useFormats();
  const text = useErrorText();
  const create = useCreateLink();
  const [lastDay, setLastDay] = useState(() => formats.dayOf(new Date(Date.now() + usualDays * dayMs)));
  const copy = useCopy();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate(
      { params: { path: { operationId, documentId: doc.id } }, body: { lastDay } },
      {
        onSuccess: async (link) =>
          notify((await copy(link)) ? t('documents.links.created') : t('documents.links.createdOnly')),
      },
    );
  };
  const problem = asApiError(create.error)?.problem;
  return (
    <Box component="section" aria-labelledby={id}>
      <Typography variant="h3" id={id} sx={{ mb: 1 }}>
        {t('documents.links.title')}
      </Typography>
      <Typography color="textSecondary" sx={{ mb: 2 }}>
        {t('documents.links.advice')}
      </Typography>
      <Stack
        component="form"
        direction="row"
        sx={{ gap: 1, alignItems: 'flex-start', flexWrap: 'wrap' }}
        onSubmit={submit}
        noValidate
      >
        <DayField
          label={t('documents.links.lastDay')}
          value={lastDay}
          onChange={setLastDay}
          error={create.isError ? text(problem?.errors?.[0] ?? problem) : undefined}
          sx={{ maxWidth: 260 }}
        />
        <Button type="submit" variant="outlined" loading={create.isPending} disabled={lastDay === ''}>
          {t('documents.links.create')}
        </Button>
      </Stack>
      <Stack component="ul" sx={{ listStyle: 'none', p: 0, m: 0, mt: 1 }}>
        {links.map((link) => (
          <Line key={link.id} operationId={operationId} doc={doc} link={link} />
        ))}
      </Stack>
    </Box>
  );
}

function Line({ operationId, doc, link }: { operationId: string; doc: Doc; link: DocumentLink }) {
  const t = useT();
  const formats = useFormats();
  const copy = useCopy();
  const revoke = useRevokeLink();
  // It ends with its last day: the instant is the midnight after it.
  const day = formats.day(formats.dayOf(new Date(Date.parse(link.expiresAt) - 1)));
  const over = link.revokedAt !== undefined || Date.parse(link.expiresAt) <= Date.now();
  return (
    <Stack
      component="li"
      direction="row"
      sx={{ py: 1, gap: 1, alignItems: 'center', flexWrap: 'wrap', borderBottom: '1px solid', borderColor: 'divider' }}
    >
      <Box sx={{ flex: '1 1 180px' }}>
        <Typography color={over ? 'textSecondary' : undefined}>
          {link.revokedAt
            ? t('documents.links.revoked', { day: formats.day(formats.dayOf(new Date(link.revokedAt))) })
            : t(over ? 'documents.links.ended' : 'documents.links.until', { day })}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {link.openedNumber === 0
            ? t('documents.links.never')
            : t('documents.links.openedTimes', { smart_count: link.openedNumber })}
        </Typography>
      </Box>
      {!over && (
        <>
          <Button
            size="small"
            color="inherit"
            variant="outlined"
            aria-label={t('documents.links.copyOf', { day })}
            onClick={async () => {
              if (await copy(link)) notify(t('documents.links.copied'));
            }}
          >
            {t('documents.links.copy')}
          </Button>
          <Button
            size="small"
            color="error"
            variant="outlined"
            disabled={revoke.isPending}
            aria-label={t('documents.links.revokeOf', { day })}
            onClick={() =>
              revoke.mutate(
                { params: { path: { operationId, documentId: doc.id, linkId: link.id } } },
                { onSuccess: () => notify(t('documents.links.revokedNow')) },
              )
            }
          >
            {t('documents.links.revoke')}
          </Button>
        </>
      )}
    </Stack>
  );
}

/** Puts the whole address of a link into the clipboard, where the browser allows it. */
function useCopy(): (link: DocumentLink) => Promise<boolean> {
  return async ({ url }) => {
    try {
      await navigator.clipboard.writeText(new URL(url, window.location.origin).href);
      return true;
    } catch {
      return false;
    }
  };
}
