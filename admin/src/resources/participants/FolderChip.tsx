import type { Schemas } from '@openpmo/sdk';
import { StateChip, type Tone } from '../../parts/StateChip';
import { useEnumWord } from '../../parts/words';

type FolderStatus = Schemas['FolderStatus'];

const tones: Record<FolderStatus, Tone> = {
  creating: 'pending',
  processing: 'pending',
  up: 'success',
  deleting: 'warning',
  deleted: 'void',
  error: 'error',
};

export function FolderChip({ status }: { status: FolderStatus }) {
  const word = useEnumWord();
  return <StateChip tone={tones[status] ?? 'neutral'} label={word('FolderStatus', status)} />;
}
