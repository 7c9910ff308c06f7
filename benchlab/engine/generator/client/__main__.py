"""A load process: ``python -m benchlab.engine.generator.client DESCRIPTOR PARENT``; orders come by the pipe."""

import os
import sys

from benchlab.engine.generator.client import drive_process, load_process
from benchlab.engine.generator.client.parent_channel import Channel, tie_to_parent
from benchlab.engine.generator.process_messages import LoadTask

descriptor, parent_pid = map(int, sys.argv[1:3])
tie_to_parent(parent_pid)
channel = Channel(descriptor)
task = channel.receive_task()
if isinstance(task, LoadTask):
    load_process.load(task, channel)
else:
    drive_process.drive(task, channel)
# Threads that wait for a server that hangs must not keep the process alive.
os._exit(0)
