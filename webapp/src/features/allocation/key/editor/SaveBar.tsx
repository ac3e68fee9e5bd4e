import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useT } from '@openpmo/ui/i18n/context';
import { lazy, Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useOperation } from '../../../../api/operations';
import { notify } from '../../../../design/snackbars';
import { useErrorText } from '../../../../design/useProblemText';
import { type Config, keyBody } from '../key';
import { EmptyPools } from '../pools/EmptyPools';
import { useDraft, useUpdateDraft } from '../queries';
import { draftParam, seasonParam } from '../target';
import { blockersId } from './blockersId';
import type { KeyEditor } from './useKeyEditor';

// What blocks saving and the words for it are loaded with the bar, forms and their rules when one is opened.
const Blockers = lazy(() => import('./Blockers').then((part) => ({ default: part.Blockers })));
const DraftDialog = lazy(() => import('../drafts/DraftDialog').then((part) => ({ default: part.DraftDialog })));
const SaveDialog = lazy(() => import('./SaveDialog').then((part) => ({ default: part.SaveDialog })));

interface SaveBarProps {
  editor: KeyEditor;
  /** The tab where the rows of the key are. */
  onGo: () => void;
}

/** At the foot of the page as long as something is to be saved or a draft is open. */
export function SaveBar({ editor, onGo }: SaveBarProps) {
  const t = useT();
  const { target, changed, blockers, edited } = editor;
  const [, setParams] = useSearchParams();
  const [dialog, setDialog] = useState<'inForce' | 'draft'>();
  const draft = useKeepDraft(editor);
  if (!editor.change || (!changed && target.kind === 'version')) return null;
  const refuse = () => {
    editor.setTried(true);
    requestAnimationFrame(() => document.getElementById(blockersId)?.focus());
  };
  const keep = async () => {
    if ((await editor.settle()).some(({ ofDraft }) => ofDraft)) return refuse();
    if (target.kind === 'draft') draft.keep();
    else setDialog('draft');
  };
  const save = async () => ((await editor.settle()).length > 0 ? refuse() : setDialog('inForce'));
  const goOnWith = (made: Config) => {
    // The changes are in the draft now: nothing is left that leaving would lose.
    editor.reset();
    setTimeout(() =>
      setParams((params) => {
        params.delete(seasonParam);
        params.set(draftParam, made.id);
        return params;
      }),
    );
  };
  return (
    <>
      <EmptyPools edited={edited} blocked={blockers.length > 0} />
      <Suspense fallback={null}>
        <Blockers editor={editor} days={dialog === undefined} onGo={onGo} />
      </Suspense>
      <Paper
        variant="outlined"
        component="section"
        aria-label={t('allocation.save.bar')}
        className="no-print"
        sx={{
          position: 'sticky',
          bottom: 8,
          zIndex: 2,
          mt: 2,
          p: 1.5,
          display: 'flex',
          flexWrap: 'wrap',
          gap: 1,
          alignItems: 'center',
          borderColor: 'outline',
        }}
      >
        <Typography role="status" sx={{ flex: '1 1 180px', fontWeight: 600 }}>
          {t(changed ? 'allocation.save.unsaved' : 'allocation.save.draftKept')}
        </Typography>
        <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
          {changed && (
            <>
              <Button color="inherit" onClick={editor.reset}>
                {t('allocation.save.discard')}
              </Button>
              <Button variant="outlined" color="inherit" onClick={keep} loading={draft.pending}>
                {t(target.kind === 'draft' ? 'allocation.save.draft' : 'allocation.save.asDraft')}
              </Button>
            </>
          )}
          <Button variant="contained" onClick={save}>
            {t(target.kind === 'draft' ? 'allocation.save.publish' : 'allocation.save.save')}
          </Button>
        </Box>
      </Paper>
      <Suspense fallback={null}>
        {dialog === 'inForce' && <SaveDialog editor={editor} onClose={() => setDialog(undefined)} />}
        {dialog === 'draft' && (
          <DraftDialog
            edited={edited}
            season={target.kind === 'version' ? target.season : ''}
            effectiveDate={editor.planned}
            title={t('allocation.draft.newTitle')}
            onMade={goOnWith}
            onClose={() => setDialog(undefined)}
          />
        )}
      </Suspense>
    </>
  );
}

/** Stores the changes of the draft that is open. */
function useKeepDraft({ target, edited }: KeyEditor) {
  const t = useT();
  const words = useErrorText();
  const { id } = useOperation();
  const draftId = target.kind === 'draft' ? target.base.id : undefined;
  const stored = useDraft(id, draftId);
  const update = useUpdateDraft(id);
  const keep = () => {
    if (!draftId) return;
    // The stored draft remounts the page before the mutation ends, so the promise tells its end.
    update.mutateAsync({ draftId, etag: stored.data?.etag, body: { params: [], pools: [], ...keyBody(edited) } }).then(
      () => notify(t('allocation.save.draftKept')),
      (error: unknown) => {
        notify(words(error), { variant: 'error' });
      },
    );
  };
  return { keep, pending: update.isPending };
}
