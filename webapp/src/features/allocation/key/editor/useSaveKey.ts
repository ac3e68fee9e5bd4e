import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useOperation } from '../../../../api/operations';
import { notify } from '../../../../design/snackbars';
import { type Config, keyBody } from '../key';
import { useCreateConfig, useDraft, usePublishDraft } from '../queries';
import type { InForceForm } from '../schema';
import type { KeyEditor } from './useKeyEditor';

/**
 * Puts the edited key in force: as a new version, or, with a draft, by storing what was
 * changed of it and publishing it.
 */
export function useSaveKey({ target, edited, changed, reset }: KeyEditor, onSaved: () => void) {
  const t = useT();
  const formats = useFormats();
  const { id } = useOperation();
  const create = useCreateConfig(id);
  const publish = usePublishDraft(id);
  const stored = useDraft(id, target.kind === 'draft' ? target.base.id : undefined);
  const done = (version: Config | undefined) => {
    const day = version?.status === 'SCHEDULED' && version.effectiveDate;
    notify(day ? t('allocation.save.scheduled', { date: formats.day(day) }) : t('allocation.save.saved'));
    // A key that begins later leaves the one on screen in force.
    reset();
    onSaved();
  };
  // The new key remounts the page before the mutation ends, so the promise tells its end.
  // After a refusal the dialog is still there and shows why.
  const follow = (saving: Promise<Config | undefined>) => saving.then(done, () => {});
  const save = (form: InForceForm) => {
    if (target.kind === 'version') {
      const season = target.season ? { season: target.season } : {};
      const body = { ...keyBody(edited), ...form, ...season };
      return follow(create.mutateAsync({ body, poolsOf: poolsOf(target.base, body.type, target.season) }));
    }
    const body = { params: [], pools: [], ...keyBody(edited) };
    const change = changed ? { etag: stored.data?.etag, body } : undefined;
    return follow(publish.mutateAsync({ draftId: target.base.id, change, body: form }));
  };
  return { save, pending: create.isPending || publish.isPending, error: create.error ?? publish.error };
}

/** Groups that come from a version by groups are set on it, so that a change in between is noticed. */
function poolsOf(base: Config | undefined, type: Config['type'], season: string): string | undefined {
  const same = base?.type === 'by_pool' && base.status === 'IN_FORCE' && (base.season ?? '') === season;
  return same && type === 'by_pool' ? base.id : undefined;
}
