import Close from '@mui/icons-material/Close';
import UploadFileOutlined from '@mui/icons-material/UploadFileOutlined';
import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { visuallyHidden } from '@mui/utils';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { type DragEvent, useId, useState } from 'react';
import { checkFiles } from './files';

export interface FileDropProps {
  label: string;
  files: readonly File[];
  onChange: (files: File[]) => void;
  /** Endings with the dot, as `.csv,.zip`. */
  accept?: string;
  maxFiles?: number;
  maxMegabytes?: number;
  hint?: string;
  error?: string | undefined;
  disabled?: boolean;
}

/** A place to drop files that is also an ordinary file button. Refused files are named, and nothing changes. */
export function FileDrop(props: FileDropProps) {
  const {
    label,
    files,
    onChange,
    accept = '',
    maxFiles = 1,
    maxMegabytes = 100,
    hint,
    error,
    disabled = false,
  } = props;
  const t = useT();
  const id = useId();
  const [over, setOver] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const add = (list: FileList | null) => {
    if (!list || disabled) return;
    const added = Array.from(list);
    const next = maxFiles === 1 ? added : [...files, ...added];
    const problem = checkFiles(next, { accept, maxFiles, maxMegabytes });
    setRefusal(problem ? t(problem.key, problem.params) : undefined);
    if (!problem) onChange(next);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    add(event.dataTransfer.files);
  };
  const message = refusal ?? error;
  return (
    <Box>
      <Box
        component="label"
        htmlFor={id}
        onDragOver={(event: DragEvent) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        sx={{
          display: 'flex',
          flexDirection: 'column',
          alignItems: 'center',
          textAlign: 'center',
          gap: 0.5,
          p: 3,
          cursor: disabled ? 'default' : 'pointer',
          border: '1.5px dashed',
          borderColor: message ? 'error.main' : over ? 'primary.main' : 'outline',
          borderRadius: 1,
          bgcolor: over ? 'action.hover' : undefined,
          '&:focus-within': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: 2 },
        }}
      >
        <UploadFileOutlined aria-hidden sx={{ color: 'text.secondary' }} />
        <Typography component="span" sx={{ fontWeight: 600 }}>
          {label}
        </Typography>
        <Typography component="span" color="textSecondary">
          {t(maxFiles === 1 ? 'design.file.drop' : 'design.file.dropMany')}
        </Typography>
        {hint && (
          <Typography component="span" variant="caption" color="textSecondary">
            {hint}
          </Typography>
        )}
        <input
          id={id}
          type="file"
          multiple={maxFiles > 1}
          accept={accept}
          disabled={disabled}
          style={visuallyHidden}
          aria-describedby={message ? `${id}-error` : undefined}
          aria-invalid={message ? true : undefined}
          onChange={(event) => {
            add(event.target.files);
            event.target.value = '';
          }}
        />
      </Box>
      {message && (
        <FormHelperText id={`${id}-error`} error role="alert">
          {message}
        </FormHelperText>
      )}
      <Chosen files={files} disabled={disabled} onRemove={(file) => onChange(files.filter((one) => one !== file))} />
    </Box>
  );
}

function Chosen(props: { files: readonly File[]; disabled: boolean; onRemove: (file: File) => void }) {
  const t = useT();
  const formats = useFormats();
  if (props.files.length === 0) return null;
  return (
    <Stack component="ul" aria-label={t('design.file.list')} sx={{ listStyle: 'none', p: 0, m: 0, mt: 1 }}>
      {props.files.map((file) => (
        <Stack key={`${file.name} ${file.size}`} component="li" direction="row" sx={{ alignItems: 'center', gap: 1 }}>
          <Typography sx={{ overflowWrap: 'anywhere' }}>{file.name}</Typography>
          <Typography variant="caption" color="textSecondary" noWrap>
            {t('formats.kilobytes', { value: formats.number(Math.ceil(file.size / 1024)) })}
          </Typography>
          <IconButton
            size="small"
            disabled={props.disabled}
            aria-label={t('design.file.remove', { name: file.name })}
            onClick={() => props.onRemove(file)}
          >
            <Close fontSize="small" />
          </IconButton>
        </Stack>
      ))}
    </Stack>
  );
}
