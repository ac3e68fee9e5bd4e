import { useMutation } from '@tanstack/react-query';
import { client } from './client';

/** Sees the operation as a participant does; all that was read is another's, so that the page begins anew. */
export const useStartViewing = () =>
  useMutation({
    mutationFn: (participantId: string) => client.POST('/session/viewing', { body: { participantId } }),
    onSuccess: () => window.location.assign('/pmo'),
  });

/** Sees as oneself again, on the page of the participant. */
export const useEndViewing = (back: string) =>
  useMutation({
    mutationFn: () => client.DELETE('/session/viewing'),
    onSettled: () => window.location.assign(back),
  });
