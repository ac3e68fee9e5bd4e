import { useRefusalTexts } from '../../../../design/useProblemText';
import { BlockerList } from './BlockerList';
import { DayBlockers } from './DayBlockers';
import type { KeyEditor } from './useKeyEditor';

interface BlockersProps {
  editor: KeyEditor;
  /** Whether the day is told here, and not in a dialog above. */
  days: boolean;
  /** The tab where the rows of the key are. */
  onGo: () => void;
}

/** What stands in the way of saving, in the words that a refusal would have. */
export function Blockers({ editor, days, onGo }: BlockersProps) {
  useRefusalTexts();
  return (
    <>
      {days && <DayBlockers editor={editor} />}
      <BlockerList blockers={editor.blockers} edited={editor.edited} tried={editor.tried} onGo={onGo} />
    </>
  );
}
