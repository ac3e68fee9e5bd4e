import type { Schemas } from '@openpmo/sdk';
import type { FolderStatus, Participant } from '../rows';

type Update = Schemas['ParticipantUpdate'];

/** The operator's words that the organizer writes down by hand while there is no connection to it. */
const words = { inForce: 'EN_VIGUEUR', asked: 'EN_COURS', refused: 'NO_TRAIL_ERR' } as const;
const actions = { enter: 'CREATION', leave: 'SUPPRESSION' } as const;

/** What the operator was asked and can still answer; nothing when all is settled. */
export function openRequest({ status, dsoStatus, dsoAction }: Participant): 'entry' | 'exit' | undefined {
  if (status === 'deleted') return undefined;
  if (dsoStatus === words.inForce && status !== 'error') return undefined;
  return dsoAction === actions.leave ? 'exit' : 'entry';
}

export type Answer = 'accepted' | 'refused' | 'waiting';

/** The change that writes an answer down. The day is the first or the last one in the perimeter. */
export function answerUpdate(request: 'entry' | 'exit', answer: Answer, day: string | undefined): Update {
  if (request === 'entry') {
    switch (answer) {
      case 'accepted':
        return { dsoStatus: words.inForce, dsoAction: actions.enter, ...(day ? { entry: day } : {}) };
      case 'refused':
        return { dsoStatus: words.refused };
      case 'waiting':
        return { dsoStatus: words.asked, dsoAction: actions.enter };
      default:
        return answer satisfies never;
    }
  }
  switch (answer) {
    case 'accepted':
      return { dsoStatus: words.inForce, dsoAction: actions.leave, ...(day ? { exit: day } : {}) };
    case 'refused':
      return { dsoStatus: words.inForce, dsoAction: actions.enter, exit: null };
    case 'waiting':
      return { dsoStatus: words.asked, dsoAction: actions.leave };
    default:
      return answer satisfies never;
  }
}

/** Whether a last day can be set or moved: the site has entered and is not gone yet. */
export function canLeave({ activationRange, status }: Participant, today: string): boolean {
  const { entry, exit } = activationRange;
  if (status === 'creating' || status === 'processing' || status === 'error') return false;
  return entry !== undefined && (exit === undefined || exit >= today);
}

type FolderState = FolderStatus | 'upUnconfirmed';

/** What the status means for this site: it may be in only because its entry date has passed. */
export const folderAdvice = ({ status, dsoStatus }: Participant): FolderState =>
  status === 'up' && dsoStatus !== words.inForce ? 'upUnconfirmed' : status;

type OpenState = Exclude<FolderState, 'up' | 'deleted'>;

/** Whether the organizer has something to do next. */
export const isOpen = (state: FolderState): state is OpenState => state !== 'up' && state !== 'deleted';
