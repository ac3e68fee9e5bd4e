import { StateChip, type Tone } from '../../parts/StateChip';
import { type jobStates, useJobStateWord } from '../../parts/words';

const tones: Record<(typeof jobStates)[number], Tone> = {
  available: 'pending',
  pending: 'pending',
  scheduled: 'pending',
  running: 'pending',
  retryable: 'warning',
  completed: 'success',
  cancelled: 'void',
  discarded: 'error',
};

export function JobChip({ status }: { status: string }) {
  const word = useJobStateWord();
  const tone = Object.hasOwn(tones, status) ? tones[status as keyof typeof tones] : 'neutral';
  return <StateChip tone={tone} label={word(status)} />;
}
