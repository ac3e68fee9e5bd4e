import { useT } from '@openpmo/ui/i18n/context';
import { useOperation } from '../../../api/operations';
import { notify } from '../../../design/snackbars';
import { useSaveMapping } from '../queries';
import { type Drafts, draftFor, type FileRead, isUnusual, keptAnswers } from './fileAnswers';

/** Keeps the answers that somebody wants kept. An import goes on without them. */
export function useSaveMappings(): (files: readonly FileRead[], drafts: Drafts) => void {
  const t = useT();
  const { mutateAsync: save } = useSaveMapping(useOperation().id);
  return (files, drafts) => {
    for (const file of files.filter(isUnusual)) {
      const draft = draftFor(drafts, file);
      const name = draft.name.trim();
      if (!draft.remember || name === '') continue;
      const { mappingId, fingerprint = '' } = file;
      save({
        mappingId,
        fingerprint,
        header: file.columns.map(({ header }) => header.slice(0, 200)),
        name,
        answers: keptAnswers(file, draft),
      }).then(
        () => notify(t('curveFiles.remembered', { name })),
        () => notify(t('curveFiles.notRemembered', { name }), { variant: 'error' }),
      );
    }
  };
}
