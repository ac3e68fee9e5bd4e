import type { Schemas } from '@openpmo/sdk';
import type { FolderStatus, Participant } from '../rows';

export type Answer = Schemas['DsoAnswer'];

/** The body that writes an answer down: a day goes with an acceptance only. */
export const answerBody = (request: Answer['request'], answer: Answer['answer'], day: string | undefined): Answer => ({
  request,
  answer,
  ...(answer === 'ACCEPTED' && day ? { date: day } : {}),
});

type FolderState = FolderStatus | 'upUnconfirmed';

/** What the status means for this site: while its entry can still be answered it is in only by its date. */
export const folderAdvice = ({ status, openRequest }: Participant): FolderState =>
  status === 'up' && openRequest ? 'upUnconfirmed' : status;

type OpenState = Exclude<FolderState, 'up' | 'deleted'>;

/** Whether the organizer has something to do next. */
export const isOpen = (state: FolderState): state is OpenState => state !== 'up' && state !== 'deleted';
