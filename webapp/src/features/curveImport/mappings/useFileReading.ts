import { useState } from 'react';
import {
  answersOf,
  type Draft,
  type Drafts,
  draftFor,
  type FileAnswers,
  type FileRead,
  isUnusual,
  keyOf,
  openFiles,
} from './fileAnswers';

export interface FileReading {
  /** How the files were understood at the last look. */
  files: readonly FileRead[];
  drafts: Drafts;
  answers: FileAnswers[];
  /** Something is open, or was answered since the last look. */
  recheck: boolean;
  change: (file: FileRead, draft: Draft) => void;
  sent: () => void;
  forget: () => void;
}

const none: readonly FileRead[] = [];

/** What was understood of the files, and what somebody says about them until they are stored. */
export function useFileReading(understood: readonly FileRead[] | undefined): FileReading {
  // A refusal says nothing of the files: those of the look before stay, to be answered otherwise.
  const [files, setFiles] = useState(none);
  const [drafts, setDrafts] = useState<Drafts>({});
  const [changed, setChanged] = useState(false);
  if (understood && understood !== files) setFiles(understood);
  return {
    files,
    drafts,
    answers: answersOf(files, drafts),
    recheck: changed || openFiles(files).length > 0,
    change: (file, draft) => {
      // What is only kept for later changes nothing of how this file is read.
      const before = draftFor(drafts, file).answers;
      setDrafts({ ...drafts, [keyOf(file)]: draft });
      if (JSON.stringify(before) !== JSON.stringify(draft.answers)) setChanged(true);
    },
    sent: () => {
      // What was likely, and stood on screen, is said from now on.
      setDrafts(Object.fromEntries(files.filter(isUnusual).map((file) => [keyOf(file), draftFor(drafts, file)])));
      setChanged(false);
    },
    forget: () => {
      setFiles(none);
      setDrafts({});
      setChanged(false);
    },
  };
}
